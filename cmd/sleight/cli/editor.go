package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"sleight/runtime/author/editor"
	"sleight/runtime/content/safefile"
	"sleight/schemas"
)

func newEditor() *cobra.Command {
	show := false
	c := &cobra.Command{
		Use:   "editor [DIR]",
		Short: "Set up editors to complete and explain content",
		Long: `Write into a workspace what editors need to complete, explain and check content
while it is typed: settings and recommended extensions of Visual Studio Code, the
schemas of the kinds in use, the line in each YAML file that names its schema,
and settings and stubs for the Lua language server, which other editors read too.
Existing settings are kept; a second run changes nothing more.`,
		Args: atMost(1),
		RunE: func(c *cobra.Command, args []string) error {
			dir := "."
			if len(args) > 0 {
				dir = args[0]
			}
			return setEditor(c, dir, show)
		},
	}
	c.Flags().BoolVar(&show, "diff", false, "show what would be written, and write nothing")
	return c
}

func setEditor(c *cobra.Command, dir string, show bool) error {
	if !isFolder(filepath.Join(dir, "content")) {
		return fmt.Errorf("%s is not a workspace: it has no folder content with a folder for each pack; sleight new game ID creates one", dir)
	}
	w, err := editorWorkspace(dir)
	if err != nil {
		return err
	}
	changes, notes := editor.Changes(w)
	for _, change := range changes {
		if show {
			if _, err := c.OutOrStdout().Write(diff.Diff(change.Name, change.Before, change.Name, change.After)); err != nil {
				return err
			}
			continue
		}
		if err := writeFile(filepath.Join(dir, filepath.FromSlash(change.Name)), change.After); err != nil {
			return err
		}
		verb := "made"
		if change.Before != nil {
			verb = "changed"
		}
		fmt.Fprintf(c.OutOrStdout(), "%s %s\n", verb, change.Name)
	}
	if len(changes) == 0 && len(notes) == 0 {
		fmt.Fprintln(c.OutOrStdout(), "nothing to change")
	}
	for _, note := range notes {
		fmt.Fprintf(c.ErrOrStderr(), "note: %s\n", note)
	}
	return nil
}

// editorWorkspace reads a folder.
func editorWorkspace(dir string) (editor.Workspace, error) {
	w := editor.Workspace{
		Read: func(name string) ([]byte, bool) {
			text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
			return text, err == nil
		},
		Schemas: map[string][]byte{},
	}
	entries, err := schemas.Files.ReadDir(".")
	if err != nil {
		return w, err
	}
	for _, e := range entries {
		if w.Schemas[e.Name()], err = schemas.Files.ReadFile(e.Name()); err != nil {
			return w, err
		}
	}
	err = fs.WalkDir(os.DirFS(dir), "content", func(name string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() && slices.Contains([]string{".yaml", ".yml"}, path.Ext(name)) {
			w.YAML = append(w.YAML, name)
		}
		return err
	})
	return w, err
}

// writeFile writes a file atomically, unless something other than a regular file has
// its name.
func writeFile(name string, text []byte) error {
	if err := (safefile.Disk{}).MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	if info, err := os.Lstat(name); err == nil && !info.Mode().IsRegular() {
		return errors.New(name + " is not a regular file; it was not changed")
	}
	return safefile.Write(safefile.Disk{}, name, 0o644, safefile.Bytes(text))
}
