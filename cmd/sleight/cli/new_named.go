package cli

import (
	"os"
	"path"
	"path/filepath"
	"slices"

	"sleight/runtime/author/newcontent"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
)

// outlined opens the content for a new definition. A game may name that already, which
// is an error until there is one: if there are errors, outlined returns content in which
// the names of all packs can be looked up, but which cannot be played.
func (w *workspace) outlined() (*rules.Content, error) {
	if err := w.open(); err != nil {
		return nil, err
	}
	content, _, failed := w.isolated()
	if !w.allProblems.Failed() {
		return content, failed
	}
	whole := w.again()
	if err := whole.open(); err != nil {
		return nil, err
	}
	whole.Build()
	if outline := whole.Outline(); outline != nil {
		return outline, nil
	}
	return content, failed
}

// again returns a workspace of the same sources that is not open yet.
func (w *workspace) again() *workspace {
	return &workspace{alone: w.alone, dirs: w.dirs, packs: w.packs}
}

// checkCures checks the files of a new definition of a pack before they are written, if
// the pack has errors without them. They must cure some of these errors and cause none:
// what they leave may be names for which the next definition is made. Otherwise the
// errors of the pack with these files are returned.
func (w *workspace) checkCures(dir, pack string, files []newcontent.File) error {
	if w.errorsOf(pack) == nil {
		return nil
	}
	before, with := w.allProblems, w.again()
	if err := with.open(); err != nil {
		return err
	}
	with.Texts = map[string][]byte{}
	for _, f := range files {
		if _, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(f.Name))); err != nil {
			with.Texts[path.Join(filepath.ToSlash(filepath.Clean(dir)), f.Name)] = f.Text
		}
	}
	_, after := with.Build()
	same := func(d diag.Diagnostic, in diag.List) bool {
		return slices.ContainsFunc(in, func(o diag.Diagnostic) bool {
			return o.Code == d.Code && o.Place == d.Place && o.Message.Equal(d.Message)
		})
	}
	cured := slices.ContainsFunc(before, func(d diag.Diagnostic) bool { return !same(d, after) })
	caused := slices.ContainsFunc(after, func(d diag.Diagnostic) bool { return !same(d, before) })
	if cured && !caused {
		return nil
	}
	with.allProblems = after
	return with.errorsOf(pack)
}
