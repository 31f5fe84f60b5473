// Command rename changes the module's path: in go.mod, in every import, and
// wherever code and docs use it in names of packages.
//
//	go run ./tests/rename example.com/you/sleight
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
)

// placeholder is the address in docs until the module has one.
const placeholder = "example.com/OWNER/sleight"

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: make rename MODULE=example.com/you/sleight")
		os.Exit(2)
	}
	n, err := rename(".", os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
	fmt.Printf("%d files changed; commit them, then run make quick\n", n)
}

// rename changes the path of the module in a folder, and returns the number of
// files changed.
func rename(dir, to string) (changed int, err error) {
	if err := module.CheckPath(to); err != nil {
		return 0, err
	}
	name := filepath.Join(dir, "go.mod")
	text, err := os.ReadFile(name)
	if err != nil {
		return 0, err
	}
	mod, err := modfile.Parse(name, text, nil)
	if err != nil {
		return 0, err
	}
	if mod.Module == nil {
		return 0, errors.New("go.mod has no module line")
	}
	r := newRenaming(mod.Module.Mod.Path, to)
	if err := mod.AddModuleStmt(to); err != nil {
		return 0, err
	}
	edited, err := mod.Format()
	if err != nil {
		return 0, err
	}
	err = filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && slices.Contains([]string{".git", "testdata", "rename"}, e.Name()): // this tool contains paths itself
			return fs.SkipDir
		case !e.Type().IsRegular() || !slices.Contains([]string{".go", ".md"}, filepath.Ext(name)):
			return nil
		}
		did, err := r.file(name)
		if did {
			changed++
		}
		return err
	})
	if err != nil {
		return changed, err
	}
	return changed + 1, os.WriteFile(name, edited, 0o666)
}

// renaming rewrites the path of a module in texts.
type renaming struct {
	to string
	// packages matches the path of a package, constant a constant called module,
	// and flag a flag of go mod edit, each with what is around it.
	packages, constant, flag *regexp.Regexp
}

func newRenaming(from, to string) *renaming {
	quoted := regexp.QuoteMeta(from)
	return &renaming{
		to:       to,
		packages: regexp.MustCompile(`(^|[^\w./-])` + quoted + `/(cmd|content|runtime|schemas|scripts|tests)\b`),
		constant: regexp.MustCompile(`(\bmodule\s*= ")` + quoted + `(/?")`),
		flag:     regexp.MustCompile(`(-(?:require|replace)=)` + quoted + `([@=])`),
	}
}

// file rewrites a file and reports whether that changed it.
func (r *renaming) file(name string) (changed bool, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return false, err
	}
	out := bytes.ReplaceAll(text, []byte(placeholder), []byte(r.to))
	out = r.packages.ReplaceAll(out, []byte("${1}"+r.to+"/${2}"))
	out = r.constant.ReplaceAll(out, []byte("${1}"+r.to+"${2}"))
	out = r.flag.ReplaceAll(out, []byte("${1}"+r.to+"${2}"))
	if bytes.Equal(out, text) {
		return false, nil
	}
	return true, os.WriteFile(name, out, 0o666)
}
