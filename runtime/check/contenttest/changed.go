package contenttest

import (
	"path"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/game/rules"
)

// Changed returns a filter for the tests affected by saving files: the tests of
// the definitions that differ, or all tests if a module changed, because
// anything may use it. It returns nil if no tests are affected.
func Changed(before, now *rules.Content, files []string) func(*def.Definition) bool {
	keys := map[string]bool{}
	changed := def.Diff(before.Catalog, now.Catalog)
	for _, d := range changed {
		if d.New != nil {
			keys[d.New.Pack+":"+d.New.Key()] = true
		}
	}
	modules := slices.ContainsFunc(files, func(file string) bool {
		return path.Ext(file) == ".lua" && !IsScript(now, changed, file)
	})
	if len(keys) == 0 && !modules {
		return nil
	}
	return func(d *def.Definition) bool { return modules || keys[d.Pack+":"+d.Key()] }
}

// IsScript reports whether a file is the script of a definition rather than a
// module that others may use. File names are relative to the watcher's folder,
// those of definitions to the root of their pack.
func IsScript(now *rules.Content, changed []def.Difference, file string) bool {
	of := func(d *def.Definition) bool {
		return d != nil && d.Script != nil && strings.HasSuffix(file, d.Script.File)
	}
	return slices.ContainsFunc(now.Catalog.All(), of) ||
		slices.ContainsFunc(changed, func(d def.Difference) bool { return of(d.Old) })
}
