package studio

import (
	"bytes"
	"html/template"
	"io/fs"
	"path"
	"regexp"
	"slices"
)

// page is an HTML page: the frame that all pages share, filled with the header
// and the panels of its file in the folder pages.
type page struct {
	file    string
	Class   string   // of its body
	Sheet   string   // its style sheet
	Styles  []string // the files of that in addition to the common ones
	Script  string   // the module that runs the page
	Modules []string // the modules that it imports
}

var pages = []page{
	{file: "index.html", Sheet: "index.css", Styles: []string{"studio.css", "charts.css"}, Script: "main.js"},
	{file: "table.html", Sheet: "players.css", Script: "main.js"},
	{file: "seat.html", Class: "seated", Sheet: "seats.css", Styles: []string{"seat.css"}, Script: "seat.js"},
}

// html returns the text of the page. Its head requests every module up front,
// so that a browser need not read one to discover the next.
func (p page) html() []byte {
	p.Modules = imported(p.Script)[1:]
	var b bytes.Buffer
	t, err := template.ParseFS(files, "pages/page.html", path.Join("pages", p.file))
	if err == nil {
		err = t.Execute(&b, p)
	}
	if err != nil {
		panic("studio: " + err.Error()) // the files are embedded in the program
	}
	return b.Bytes()
}

// css returns the style sheet of the page. It is one file, since a browser does
// not paint until it has all of them.
func (p page) css() []byte {
	var b bytes.Buffer
	for _, name := range slices.Concat([]string{"style.css", "table.css", "over.css"}, p.Styles) {
		text, err := fs.ReadFile(files, path.Join("page", name))
		if err != nil {
			panic("studio: " + err.Error()) // the files are embedded in the program
		}
		b.Write(text)
	}
	return b.Bytes()
}

var imports = regexp.MustCompile(`from "\./([\w/]+\.js)"`)

// imported returns a module and all that it imports statically, nearest first.
func imported(first string) []string {
	modules := []string{first}
	for i := 0; i < len(modules); i++ {
		text, err := fs.ReadFile(files, path.Join("page", modules[i]))
		if err != nil {
			continue // icons.js is generated and imports nothing
		}
		for _, m := range imports.FindAllSubmatch(text, -1) {
			if name := string(m[1]); !slices.Contains(modules, name) {
				modules = append(modules, name)
			}
		}
	}
	return modules
}
