// Package newcontent generates the first files of a definition: its YAML, its
// script and a passing test.
//
// Layer author. It fills templates with data of the pack's game and values from
// a form, and writes files. It does not load content and knows no game.
package newcontent

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"
	"text/template"

	"sleight/runtime/content/def"
	"sleight/schemas"
)

// Request describes what to generate.
type Request struct {
	Kind, ID string
	// Name is what players read; if empty, it is made from the ID.
	Name string
	// Values are further values of the definition, by key, as Form asks for.
	Values map[string]any
	// Pack is the folder below content/ and scripts/.
	Pack string
	// Template is the kind of game that a new game begins as, one of StarterGames;
	// empty for the simplest.
	Template string
	// Schema is the schema of the kind, as JSON.
	Schema []byte
	// Game is the game of the pack; nil if the request is for a game.
	Game *def.Definition
	// Folder is where other definitions of the kind are, below the pack's
	// folder; empty for the default.
	Folder string
	// Moves means that other definitions of the kind have moves.
	Moves bool
	// Data is the data that the game reads from each definition of the kind: the
	// entries of a YAML mapping.
	Data string
}

// File is a file to write.
type File struct {
	// Name is its path in the workspace, with slashes.
	Name string
	Text []byte
	// Shared marks a schema, which may exist already.
	Shared bool
}

//go:embed templates
var templates embed.FS

// Files generates the files of a request: the definition first, then its
// script, if the kind has one, then the schemas that explain the keys in
// editors.
func Files(r Request) ([]File, error) {
	all, err := template.New("").Delims("<<", ">>").ParseFS(templates, "templates/*")
	if err != nil {
		return nil, err
	}
	p, err := r.plan(all)
	if err != nil {
		return nil, err
	}
	if r.Template != "" {
		return starter(r, p)
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
	if len(r.Values) > 0 {
		text, err := setValues(string(files[0].Text), r.Values)
		if err != nil {
			return nil, err
		}
		files[0].Text = []byte(text)
	}
	return append(files, kindSchemas(r.Kind)...), nil
}

// kindSchemas returns the schemas of a built-in kind.
func kindSchemas(kind string) (files []File) {
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

// plan is the data for the templates.
type plan struct {
	Request
	Name    string // as players see it
	Schemas string // the path to the schemas
	Script  string // path below scripts/PACK/; empty for kinds without hooks
	Hooks   string // the name of the template for its hooks
	Fields  string // the keys of the kind
	Zone    string // where entities of the kind go; empty if nowhere
	Phase   string // where those in the zone may be used; empty if never
	Listens bool   // whether hooks in the zone are called
	Tested  bool   // whether definitions of the kind have tests

	Events, Values []string // hook calls, as scripts write them
	Turns          []turn   // what a bot does
}

func (r Request) plan(all *template.Template) (*plan, error) {
	s, err := readSchema(r.Schema)
	if err != nil {
		return nil, err
	}
	p := &plan{Request: r, Name: cmp.Or(r.Name, title(r.ID)), Fields: s.fields(), Tested: s.has("tests")}
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
		p.Zone, p.Phase, p.Listens = zoneAndPhase(r.Game, r.Kind, p.Hooks)
		p.Events, p.Values = signatures(r.Game)
		p.Turns = turns(r.Game)
	}
	if p.hasNoHooks() {
		p.Script = "" // nothing would ever call it
	}
	return p, nil
}

// Usable reports whether players can use it in the game.
func (p *plan) Usable() bool { return p.Hooks == "use" && p.Phase != "" }

// ListensHere reports whether it receives events in the game.
func (p *plan) ListensHere() bool { return p.Hooks == "listen" && p.Listens }

// hasNoHooks reports whether no hook is called on it.
func (p *plan) hasNoHooks() bool { return p.Hooks == "listen" && p.Zone != "" && !p.Listens }

// Missing describes what the game lacks for the definition to come into play;
// empty if nothing.
func Missing(r Request) string {
	p, err := r.plan(template.New(""))
	switch {
	case err != nil || r.Game == nil:
		return ""
	case p.Hooks != "use" && p.Hooks != "listen":
		if p.Zone == "" && !builtIn(r.Kind) {
			return fmt.Sprintf("%s has no zone for it; unless only scripts read it, add one under zones: in %s", r.Game.ID, r.Game.Place.File)
		}
		return ""
	case p.Zone == "":
		return fmt.Sprintf("%s has no zone for it yet; add one under zones: in %s", r.Game.ID, r.Game.Place.File)
	case p.Hooks == "use" && p.Phase == "":
		return fmt.Sprintf("nobody may use it yet; add use: [%s] to a phase in %s", p.Zone, r.Game.Place.File)
	case p.hasNoHooks():
		return fmt.Sprintf("it has no script, since zone %s does not listen in %s", p.Zone, r.Game.Place.File)
	}
	return ""
}

// builtIn reports whether a kind is not one of the workspace's own.
func builtIn(kind string) bool { return len(kindSchemas(kind)) > 1 }

// title makes a name from an id.
func title(id string) string {
	parts := strings.FieldsFunc(id, func(c rune) bool { return c == '_' })
	for i, part := range parts {
		parts[i] = strings.ToUpper(part[:1]) + part[1:]
	}
	return strings.Join(parts, " ")
}

// specialKind describes a special kind.
type specialKind struct {
	kind   string
	folder string // below the pack's folder
	hooks  string // the template of its script
}

// specialKinds lists the kinds whose folder is not their plural, or whose script is
// not of the default sort.
var specialKinds = [...]specialKind{
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
	if i := slices.IndexFunc(specialKinds[:], func(k specialKind) bool { return k.kind == kind }); i >= 0 {
		return specialKinds[i].folder
	}
	return kind + "s"
}

// hooks returns the template of a kind's script, or "" if its definitions have
// no hooks.
func hooks(kind string, s *schema) string {
	if i := slices.IndexFunc(specialKinds[:], func(k specialKind) bool { return k.kind == kind }); i >= 0 {
		return specialKinds[i].hooks
	}
	if s.has("script") {
		return "listen"
	}
	return ""
}
