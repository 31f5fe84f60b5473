package cli

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/rogpeppe/go-internal/diff"

	"sleight/runtime/diag"
	"sleight/runtime/diag/fix"
	ws "sleight/runtime/sleight/workspace"
)

// maxRounds bounds how often the content is checked again for further fixes.
const maxRounds = 20

// applyFixes applies fixes in memory until there are no more; then it writes
// them or, with --diff, shows them.
func (v *validation) applyFixes(ctx context.Context) error {
	w := v.workspace
	before, fixes := map[string][]byte{}, 0
	w.Texts = map[string][]byte{}
	found, _, _ := v.check(ctx)
	for range maxRounds {
		safe := fix.Safe(found.Problems, w.Loader.Files(), w.Loader.Source)
		texts, n := fix.Apply(slices.DeleteFunc(safe, v.outOfScope), w.Loader.Source)
		if n == 0 {
			break
		}
		for name, text := range texts {
			if _, again := before[name]; !again {
				before[name], _ = w.Loader.Source(name)
			}
			w.Texts[name] = text
		}
		fixes += n
		found, _, _ = v.check(ctx)
	}
	if v.flags.diff {
		return v.showDiff(before, len(found.Problems)+fixes)
	}
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if err := ws.Replace(name, before[name], w.Texts[name]); err != nil {
			return err
		}
	}
	fmt.Fprintf(v.errs, "fixed %s in %s\n", counted(fixes, "problem"), counted(len(before), "file"))
	return v.checkOnce(ctx)
}

// outOfScope reports whether a fix would change a file that was not requested,
// or that is not in a workspace.
func (v *validation) outOfScope(d diag.Diagnostic) bool {
	return slices.ContainsFunc(d.Edits, func(e diag.Edit) bool {
		_, err := os.Stat(filepath.FromSlash(e.Place.File))
		return err != nil || !v.isRequested(e.Place.File)
	})
}

func (v *validation) showDiff(before map[string][]byte, problems int) error {
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if _, err := v.out.Write(diff.Diff(name, before[name], name, v.workspace.Texts[name])); err != nil {
			return err
		}
	}
	if problems > 0 {
		return errFound
	}
	return nil
}

// repairs counts the problems that have a safe fix.
func repairs(list diag.List) int {
	n := 0
	for _, d := range list {
		if len(d.Edits) > 0 {
			n++
		}
	}
	return n
}
