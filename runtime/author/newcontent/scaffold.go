// Package newcontent makes the first files of a definition: its YAML, its script
// and a test that passes.
//
// Layer author. It fills templates with what the game of the pack says of itself,
// and writes files. It does not load content and knows no game.
package newcontent

import (
	"bytes"
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"
	"text/template"

	"sleight/runtime/content/def"
	"sleight/schemas"
)

// Request says what is to be made.
type Request struct {
	Kind, ID string
	// Pack is the folder below content/ and scripts/.
	Pack string
	// Schema is that of the kind, as JSON.
	Schema []byte
	// Game is the game of the pack; nil when that is what is made.
	Game *def.Definition
	// Folder is where others of the kind lie below the pack's folder; empty for
	// the usual one.
	Folder string
}

// File is a file to be written.
type File struct {
	// Name is its path below the workspace, with slashes.
	Name string
	Text []byte
	// Shared marks a schema, which may be there already.
	Shared bool
}

//go:embed templates
var templates embed.FS

// Files makes the files of a request: the definition first, then its script,
// if the kind has one, then the schemas by which editors explain the keys.
func Files(r Request) ([]File, error) {
	all, err := template.New("").Delims("<<", ">>").ParseFS(templates, "templates/*")
	if err != nil {
		return nil, err
	}
	p, err := r.plan(all)
	if err != nil {
		return nil, err
	}
	files := []File{{Name: path.Join("content", r.Pack, p.Folder, r.ID+".yaml")}}
	source := "definition.yaml"
	if r.Kind == gameKind {
		source = "game.yaml"
		files[0].Name = path.Join("content", r.Pack, "game.yaml")
		files = append(files, File{Name: path.Join("content", r.Pack, "dice", "d6.yaml")})
	}
	p.Schemas = strings.Repeat("../", strings.Count(files[0].Name, "/")) + "schemas/"
	sources := []string{source}
	if r.Kind == gameKind {
		sources = append(sources, "die.yaml")
	}
	if p.Script != "" {
		files = append(files, File{Name: path.Join("scripts", r.Pack, p.Script)})
		sources = append(sources, p.Hooks+".lua")
	}
	for i, name := range sources {
		var b bytes.Buffer
		if err := all.ExecuteTemplate(&b, name, p); err != nil {
			return nil, err
		}
		files[i].Text = b.Bytes()
	}
	return append(files, explaining(r.Kind)...), nil
}

// explaining are the schemas of a kind that is built in.
func explaining(kind string) (files []File) {
	kinds := []string{kind, "envelope"}
	if kind == gameKind {
		kinds = append(kinds, "die")
	}
	for _, kind := range kinds {
		name := kind + ".schema.json"
		if text, err := schemas.Files.ReadFile(name); err == nil {
			files = append(files, File{Name: "schemas/" + name, Text: text, Shared: true})
		}
	}
	return files
}

const gameKind = "game"

// plan is what templates are filled with.
type plan struct {
	Request
	Name    string // what players read
	Schemas string // the way to the schemas
	Script  string // path below scripts/PACK/; empty for kinds without hooks
	Hooks   string // what sort of hooks it shows: the name of a template
	Fields  string // the keys of the kind
	Zone    string // where entities of the kind go; empty when nowhere
	Phase   string // where those of the zone may be used; empty when never
	Listens bool   // whether the zone does

	Events, Values []string // calls of hooks, as scripts write them
	Turns          []turn   // what a bot does
}

func (r Request) plan(all *template.Template) (*plan, error) {
	s, err := readSchema(r.Schema)
	if err != nil {
		return nil, err
	}
	p := &plan{Request: r, Name: title(r.ID), Fields: s.fields()}
	if p.Folder == "" {
		p.Folder = folder(r.Kind)
	}
	p.Hooks = hooks(r.Kind, s)
	if p.Hooks != "" {
		p.Script = path.Join(p.Folder, r.ID+".lua")
	}
	if r.Kind == gameKind {
		p.Script = "game.lua"
	}
	if t := all.Lookup(r.Kind + ".fields"); t != nil {
		var b bytes.Buffer
		if t.Execute(&b, p) == nil {
			p.Fields = b.String()
		}
	}
	if r.Game != nil {
		p.Zone, p.Phase, p.Listens = place(r.Game, r.Kind, p.Hooks)
		p.Events, p.Values = signatures(r.Game)
		p.Turns = turns(r.Game)
	}
	if p.deaf() {
		p.Script = "" // nothing would ever call it
	}
	return p, nil
}

// Used tells whether players can use it in the game.
func (p *plan) Used() bool { return p.Hooks == "use" && p.Phase != "" }

// Heard tells whether it hears events in the game.
func (p *plan) Heard() bool { return p.Hooks == "listen" && p.Listens }

// deaf tells whether it lies where nothing calls its hooks.
func (p *plan) deaf() bool { return p.Hooks == "listen" && p.Zone != "" && !p.Listens }

// Missing says what the game lacks for it to come into play; empty when
// nothing.
func Missing(r Request) string {
	p, err := r.plan(template.New(""))
	switch {
	case err != nil || r.Game == nil || p.Hooks != "use" && p.Hooks != "listen":
		return ""
	case p.Zone == "":
		return fmt.Sprintf("%s has no zone for it yet; add one under zones: in %s", r.Game.ID, r.Game.Place.File)
	case p.Hooks == "use" && p.Phase == "":
		return fmt.Sprintf("nobody may use it yet; add use: [%s] to a phase in %s", p.Zone, r.Game.Place.File)
	case p.deaf():
		return fmt.Sprintf("it has no script, since zone %s does not listen in %s", p.Zone, r.Game.Place.File)
	}
	return ""
}

// title makes a name of an id.
func title(id string) string {
	parts := strings.FieldsFunc(id, func(c rune) bool { return c == '_' })
	for i, part := range parts {
		parts[i] = strings.ToUpper(part[:1]) + part[1:]
	}
	return strings.Join(parts, " ")
}

// kindOf is what is special about a kind.
type kindOf struct {
	kind   string
	folder string // below the pack's folder
	hooks  string // template of its script
}

// special lists the kinds that are not in a folder of their plural, or whose
// script is not of the usual sort.
var special = [...]kindOf{
	{"ability", "abilities", "use"},
	{"bot", "bots", "bot"},
	{"card", "cards", "use"},
	{"consumable", "consumables", "use"},
	{"die", "dice", "listen"},
	{"enemy", "enemies", "listen"},
	{gameKind, "", gameKind},
	{"table", "tables", ""},
}

func folder(kind string) string {
	if i := slices.IndexFunc(special[:], func(k kindOf) bool { return k.kind == kind }); i >= 0 {
		return special[i].folder
	}
	return kind + "s"
}

// hooks says what sort of script a kind gets; none when its definitions have no
// hooks.
func hooks(kind string, s *schema) string {
	if i := slices.IndexFunc(special[:], func(k kindOf) bool { return k.kind == kind }); i >= 0 {
		return special[i].hooks
	}
	if s.has("script") {
		return "listen"
	}
	return ""
}
