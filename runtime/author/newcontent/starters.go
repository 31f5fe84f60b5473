package newcontent

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"sleight/runtime/diag"
)

// starters holds small playable games of the most common kinds, one folder
// each.
//
//go:embed starters
var starters embed.FS

// StarterGames lists the game templates that a new game can start from.
func StarterGames() (names []string) {
	entries, err := starters.ReadDir("starters")
	if err != nil {
		panic(err) // the folder is embedded
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// CheckTemplate returns an error if there is no game template of that name. The error
// suggests one, or lists all.
func CheckTemplate(name string) error {
	known := StarterGames()
	if slices.Contains(known, name) {
		return nil
	}
	hint := "the templates are " + strings.Join(known, ", ")
	if near, ok := diag.Nearest(name, known); ok {
		hint = fmt.Sprintf("did you mean %q?", near)
	}
	return fmt.Errorf("there is no game template %q; %s", name, hint)
}

var kindLine = regexp.MustCompile(`(?m)^kind: ([a-z_]+)$`)

// starter generates the files of the template r.Template: YAML below content/ and
// Lua below scripts/, the game first.
func starter(r Request, p *plan) (files []File, err error) {
	folder := path.Join("starters", r.Template)
	names, err := fs.Glob(starters, folder+"/*")
	if err != nil {
		return nil, err
	}
	slices.SortFunc(names, func(a, b string) int { return strings.Compare(order(a), order(b)) })
	kinds := []string{}
	for _, name := range names {
		all, err := template.New("").Delims("<<", ">>").ParseFS(starters, name)
		if err != nil {
			return nil, err
		}
		file := File{Name: path.Join("content", r.Pack, path.Base(name))}
		if path.Ext(name) == ".lua" {
			file.Name = path.Join("scripts", r.Pack, path.Base(name))
		}
		p.Schemas = strings.Repeat("../", strings.Count(file.Name, "/")) + "schemas/"
		var b bytes.Buffer
		if err := all.ExecuteTemplate(&b, path.Base(name), p); err != nil {
			return nil, err
		}
		file.Text = b.Bytes()
		files = append(files, file)
		if path.Ext(name) == ".yaml" {
			for _, m := range kindLine.FindAllStringSubmatch(b.String(), -1) {
				kinds = append(kinds, m[1])
			}
		}
	}
	slices.Sort(kinds)
	seen := map[string]bool{}
	for _, kind := range slices.Compact(kinds) {
		for _, f := range kindSchemas(kind) {
			if !seen[f.Name] {
				files = append(files, f)
			}
			seen[f.Name] = true
		}
	}
	return files, nil
}

// order puts the game's own files before the others.
func order(name string) string {
	if strings.HasPrefix(path.Base(name), "game.") {
		return " " + path.Ext(name)
	}
	return name
}
