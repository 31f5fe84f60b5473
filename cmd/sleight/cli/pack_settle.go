package cli

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"sleight/runtime/content/load"
	"sleight/runtime/content/manifest"
	"sleight/runtime/diag"
	"sleight/runtime/packs/settings"
)

// settleFlags are the flags of sleight pack settle.
type settleFlags struct {
	take   []string
	prefer string
}

func newPackSettle(w *workspace) *cobra.Command {
	f := &settleFlags{}
	c := &cobra.Command{
		Use:   "settle",
		Short: "Decide which pack wins where packs conflict",
		Long: `Show where packs conflict: values that two of them change, and definitions that two
of them have. On a terminal, ask which pack wins each conflict; in scripts, use --take
and --prefer. Decisions are written into sleight.yaml, which otherwise stays as it is.
The exit code is 1 while any conflict is open.`,
		Example: "  sleight pack settle --take relic/lucky_coin.params.gold=hard_mode",
		Args:    noArgs,
		RunE:    func(c *cobra.Command, _ []string) error { return f.run(c, w) },
	}
	c.Flags().StringArrayVar(&f.take, "take", nil, "settle `KEY=PACK`, a key as this command shows it; may be repeated")
	c.Flags().StringVar(&f.prefer, "prefer", "", "settle all conflicts of `PACK` in its favour")
	return c
}

func (f *settleFlags) run(c *cobra.Command, w *workspace) error {
	dir, err := w.folder()
	if err != nil {
		return err
	}
	taken := map[string]string{}
	for _, t := range f.take {
		i := strings.LastIndexByte(t, '=')
		if i < 0 {
			return fmt.Errorf("--take %s: expected KEY=PACK", t)
		}
		taken[t[:i]] = t[i+1:]
	}
	s := &settling{cmd: c, workspace: w, dir: dir, taken: taken, prefer: f.prefer, left: map[string]bool{}}
	if in, ok := c.InOrStdin().(*os.File); ok && term.IsTerminal(int(in.Fd())) && len(f.take) == 0 && f.prefer == "" {
		s.in = bufio.NewReader(in)
	}
	return s.settleAll()
}

// settling is one run of the command.
type settling struct {
	cmd       *cobra.Command
	workspace *workspace
	dir       string
	taken     map[string]string // the packs of --take, by key
	prefer    string
	in        *bufio.Reader // nil if nobody can be asked
	settled   int
	left      map[string]bool // keys that stay unsettled
}

// settleAll settles open conflicts until no more can be decided: settling some can
// reveal others.
func (s *settling) settleAll() error {
	for {
		open, problems, err := s.conflicts()
		if err != nil {
			return err
		}
		before := s.settled
		for _, conflict := range open {
			if err := s.settleOne(conflict); err != nil {
				return err
			}
		}
		if s.settled == before {
			return s.reportOpen(open, problems)
		}
	}
}

// conflicts lists the open conflicts, and all problems.
func (s *settling) conflicts() ([]load.Conflict, diag.List, error) {
	if err := s.workspace.reopen(); err != nil {
		return nil, nil, err
	}
	_, problems := s.workspace.Build()
	open, dependencies := s.workspace.Loader.Conflicts(), s.workspace.Loader.Dependencies()
	for _, d := range problems {
		if conflict, ok := dependencies.DuplicateID(d); ok {
			open = append(open, conflict)
		}
	}
	slices.SortFunc(open, func(a, b load.Conflict) int { return strings.Compare(a.Key, b.Key) })
	return slices.CompactFunc(open, func(a, b load.Conflict) bool { return a.Key == b.Key && a.Packs == b.Packs }), problems, nil
}

// settleOne settles a conflict, if the flags or the user decide it.
func (s *settling) settleOne(c load.Conflict) error {
	pack, said := s.taken[c.Key]
	switch {
	case said && !slices.Contains(c.Packs[:], pack):
		return fmt.Errorf("--take %s=%s: the conflict is between %s and %s", c.Key, pack, c.Packs[0], c.Packs[1])
	case !said && slices.Contains(c.Packs[:], s.prefer):
		pack = s.prefer
	case !said && s.in != nil && !s.left[c.Key]:
		pack = s.ask(c)
	}
	if pack == "" {
		s.left[c.Key] = true
		return nil
	}
	key, preferred := c.Key, pack
	if c.IsDefinition && c.Key == pack+":"+c.Name() { // the key names the definition that loses
		key = c.Packs[1-slices.Index(c.Packs[:], pack)] + ":" + c.Name()
	}
	if err := settings.Update(s.dir, func(f *settings.File) error { return f.Settle(key, preferred) }); err != nil {
		return err
	}
	s.settled++
	_, err := fmt.Fprintf(s.cmd.OutOrStdout(), "settled %s: %s\n", key, preferred)
	return err
}

// ask asks which pack wins; without an answer, the conflict stays open.
func (s *settling) ask(c load.Conflict) (pack string) {
	out := s.cmd.OutOrStdout()
	printConflict(out, c)
	for {
		fmt.Fprint(out, "Which pack wins? 1, 2, or Enter to leave it open: ")
		answer, err := s.in.ReadString('\n')
		switch answer = strings.TrimSpace(answer); {
		case answer == "1" || answer == "2":
			return c.Packs[answer[0]-'1']
		case slices.Contains(c.Packs[:], answer):
			return answer
		case answer == "" || err != nil:
			return ""
		}
	}
}

func printConflict(out io.Writer, c load.Conflict) {
	what := "both change it"
	if c.IsDefinition {
		what = "both have it"
	}
	fmt.Fprintf(out, "%s: %s and %s %s\n", c.Key, c.Packs[0], c.Packs[1], what)
	for i := range c.Packs {
		fmt.Fprintf(out, "  %d  %s: %s (%s)\n", i+1, c.Packs[i], c.Values[i], c.Places[i])
	}
}

// reportOpen reports what is still open.
func (s *settling) reportOpen(open []load.Conflict, problems diag.List) error {
	out := s.cmd.OutOrStdout()
	for key := range s.taken {
		if s.settled == 0 && !slices.ContainsFunc(open, func(c load.Conflict) bool { return c.Key == key }) {
			var known []string
			for _, c := range open {
				known = append(known, c.Key)
			}
			return unknown("no conflict about %s is open", key, known)
		}
	}
	if s.in == nil {
		for _, c := range open {
			printConflict(out, c)
		}
	}
	rest := slices.DeleteFunc(slices.Clone(problems), func(d diag.Diagnostic) bool {
		return d.Code != "pack/conflict" && d.Code != "pack/cycle" && d.Code != "pack/missing"
	})
	if err := show(s.cmd, rest, s.workspace.Loader.Source); err != nil {
		return err
	}
	switch {
	case len(open) > 0 && s.in == nil && s.settled == 0:
		fmt.Fprintln(s.cmd.ErrOrStderr(), "hint: sleight pack settle --take KEY=PACK decides one conflict, --prefer PACK all of a pack; sleight pack disable PACK disables a pack")
		return errFound
	case len(open) > 0 || len(rest) > 0:
		return errFound
	case problems.Failed():
		fmt.Fprintln(s.cmd.ErrOrStderr(), "note: no conflict is open, but there are other errors: sleight validate shows them")
		return nil
	case s.settled == 0:
		fmt.Fprintln(out, "no conflict is open")
	}
	return nil
}

func newPackDisable(w *workspace) *cobra.Command {
	return &cobra.Command{
		Use:   "disable PACK…",
		Short: "Disable packs without removing them",
		Long:  `Disable packs without removing them: sleight.yaml then lists them as disabled.`,
		Args:  atLeast(1),
		RunE: func(c *cobra.Command, args []string) error {
			dir, enabled, err := w.enabledPacks()
			if err != nil {
				return err
			}
			for _, m := range enabled {
				for _, n := range m.Requires {
					if slices.Contains(args, n.Pack) && !slices.Contains(args, m.ID) {
						return fmt.Errorf("%s requires %s: sleight pack disable %s %s disables both", m.ID, n.Pack, strings.Join(args, " "), m.ID)
					}
				}
			}
			if err := w.checkPacks(args); err != nil {
				return err
			}
			if err := settings.Update(dir, func(f *settings.File) error { return f.Disable(args...) }); err != nil {
				return err
			}
			return w.printEnabled(c, "disabled", args)
		},
	}
}

func newPackEnable(w *workspace) *cobra.Command {
	return &cobra.Command{
		Use:   "enable PACK…",
		Short: "Enable disabled packs",
		Long:  `Enable packs that were disabled, or that packs: in sleight.yaml does not list.`,
		Args:  atLeast(1),
		RunE: func(c *cobra.Command, args []string) error {
			dir, _, err := w.enabledPacks()
			if err != nil {
				return err
			}
			if err := w.checkPacks(args); err != nil {
				return err
			}
			err = settings.Update(dir, func(f *settings.File) error {
				for _, id := range args {
					if err := f.Enable(id, "*"); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				return err
			}
			return w.printEnabled(c, "enabled", args)
		},
	}
}

// enabledPacks returns the workspace folder and the packs enabled in it, valid or
// not.
func (w *workspace) enabledPacks() (dir string, enabled []*manifest.Manifest, err error) {
	if dir, err = w.folder(); err != nil {
		return "", nil, err
	}
	if err := w.open(); err != nil {
		return "", nil, err
	}
	w.Build()
	return dir, w.Loader.Manifests(), nil
}

// checkPacks returns an error for a pack that does not exist, enabled or not.
func (w *workspace) checkPacks(ids []string) error {
	found := w.Loader.Found()
	for _, id := range ids {
		if !slices.Contains(found, id) {
			return unknown("unknown pack %q", id, found)
		}
	}
	return nil
}

// printEnabled reports what was done, and the current problems.
func (w *workspace) printEnabled(c *cobra.Command, done string, ids []string) error {
	for _, id := range ids {
		fmt.Fprintf(c.OutOrStdout(), "%s %s\n", done, id)
	}
	if err := w.reopen(); err != nil {
		return err
	}
	if content, _ := w.Build(); content == nil {
		fmt.Fprintln(c.ErrOrStderr(), "note: there are errors now: sleight validate shows them")
	}
	return nil
}
