package cli

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"sleight/runtime/content/load"
	"sleight/runtime/content/manifest"
	"sleight/runtime/diag"
	"sleight/runtime/packs/install"
	"sleight/runtime/sleight"
)

// preview checks what is about to be installed, before anything changes.
type preview struct {
	workspace *workspace
	force     bool
	yes       bool
	quiet     bool // for programs that read the output
}

func (p *preview) flags(c *cobra.Command) {
	c.Flags().BoolVar(&p.force, "force", false, "proceed even if packs cause errors, or differ from what the same version contained before")
	c.Flags().BoolVarP(&p.yes, "yes", "y", false, "do not ask")
}

// granted describes what each capability that packs request permits.
var granted = map[string]string{
	manifest.Hooks:   "runs Lua inside the definitions of other packs",
	manifest.Secrets: "shows players what other packs hide from them",
}

// review shows the requested capabilities and rejects packs that would cause
// errors.
func (p *preview) review(c *cobra.Command, roots []load.Root, offers []install.Offer, changes []install.Change) error {
	out := c.ErrOrStderr()
	asks := false
	for _, o := range offers {
		id := o.Manifest.ID
		changed := slices.ContainsFunc(changes, func(c install.Change) bool { return c.Pack == id && c.After != "" })
		if !changed {
			continue
		}
		for _, d := range o.Skipped {
			fmt.Fprintf(out, "note: %s: %s\n", d.Place, d.Message)
		}
		for _, capability := range o.Manifest.Capabilities {
			asks = true
			fmt.Fprintf(out, "note: %s %s asks for %q: it %s\n", id, o.Manifest.VersionText(), capability, granted[capability])
		}
	}
	if asks && !p.yes && !p.confirmed(c) {
		return errors.New("nothing was installed")
	}
	return p.checkErrors(c, roots)
}

// confirmed asks on a terminal. If nobody can be asked, it returns true.
func (p *preview) confirmed(c *cobra.Command) bool {
	in, ok := c.InOrStdin().(*os.File)
	if !ok || !term.IsTerminal(int(in.Fd())) {
		return true
	}
	fmt.Fprint(c.ErrOrStderr(), "Install? [y/N] ")
	answer, _ := bufio.NewReader(in).ReadString('\n')
	return slices.Contains([]string{"y", "yes"}, strings.ToLower(strings.TrimSpace(answer)))
}

// checkErrors builds the content as it would be after the installation, and rejects
// errors that it does not have now.
func (p *preview) checkErrors(c *cobra.Command, roots []load.Root) error {
	if err := p.workspace.open(); err != nil { // only now does the folder become a workspace
		content, err := sleight.Open(sleight.Shipped())
		if err != nil {
			return err
		}
		p.workspace.Workspace = content.Internals()
	}
	_, before := p.workspace.Build()
	proposed := p.workspace.Proposed(roots)
	_, after := proposed.Build()
	for _, d := range after {
		if d.Code == "pack/capability" && d.Severity == diag.Warning && !slices.ContainsFunc(before, func(o diag.Diagnostic) bool { return o.Message.Equal(d.Message) }) {
			fmt.Fprintf(c.ErrOrStderr(), "note: %s\n", d.Message)
		}
	}
	worse := slices.DeleteFunc(after, func(d diag.Diagnostic) bool {
		same := func(o diag.Diagnostic) bool { return o.Code == d.Code && o.Message.Equal(d.Message) }
		return d.Severity != diag.Error || slices.ContainsFunc(before, same)
	})
	if len(worse) == 0 {
		return nil
	}
	if p.force || p.quiet {
		fmt.Fprintf(c.ErrOrStderr(), "note: this causes %s: sleight validate shows them, sleight pack settle decides conflicts\n", counted(len(worse), "error"))
		if p.force {
			return nil
		}
	}
	if err := show(c, worse, proposed.Loader.Source); err != nil {
		return err
	}
	fmt.Fprintln(c.ErrOrStderr(), "nothing was installed because of these errors; --force installs anyway, and sleight pack settle then decides conflicts")
	return errFound
}
