// Package editor makes the files by which editors explain content: settings,
// recommended extensions, schemas, modelines and Lua stubs.
//
// Layer author. It works on texts; it reads and writes no file, and knows no game.
package editor

import (
	"bytes"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/author/docs"
)

// Workspace is what there is.
type Workspace struct {
	// Read returns the text of a file of the workspace, and false when there is
	// none.
	Read func(name string) (text []byte, ok bool)
	// YAML are the files below content/.
	YAML []string
	// Schemas are those of the built-in kinds, by their names.
	Schemas map[string][]byte
}

// Change is a file that is to have another text. Before is nil when there is
// no such file.
type Change struct {
	Name          string
	Before, After []byte
}

// The files that are made.
const (
	settingsFile   = ".vscode/settings.json"
	extensionsFile = ".vscode/extensions.json"
	luaFile        = ".luarc.json"
	// The stubs lie where Sleight keeps what it makes beside a workspace.
	stubsFolder = ".sleight/lua"
)

// Set is what a workspace lacks for editors: the changes to make, in the order
// of names, and notes on what was left to the user, since it cannot be added
// without touching what the user wrote. It is empty when nothing is lacking.
func Set(w Workspace) (changes []Change, notes []string) {
	d := &desk{Workspace: w, texts: map[string][]byte{}}
	kinds := d.modelines()
	d.schemas(kinds)
	d.settings(settingsFile, settings(kinds))
	d.settings(extensionsFile, extensions)
	d.settings(luaFile, luaSettings)
	d.write(stubsFolder+"/sleight.lua", docs.Stubs())
	for _, name := range slices.Sorted(maps.Keys(d.texts)) {
		before, _ := w.Read(name)
		changes = append(changes, Change{name, before, d.texts[name]})
	}
	return changes, d.notes
}

// desk gathers changes.
type desk struct {
	Workspace
	texts map[string][]byte
	notes []string
}

// write gives a file a text, if it has another.
func (d *desk) write(name string, text []byte) {
	if before, ok := d.Read(name); !ok || !bytes.Equal(before, text) {
		d.texts[name] = text
	}
}

var kindLine = regexp.MustCompile(`(?m)^kind:[ \t]*"?([a-z][a-z0-9_]*)`)

// modelines begins every file that lacks it with the line that names its
// schema, and returns the kinds that are in use. A file of several kinds gets
// the schema of the first.
func (d *desk) modelines() (kinds []string) {
	for _, name := range d.YAML {
		text, ok := d.Read(name)
		found := kindLine.FindSubmatch(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")))
		if !ok || found == nil {
			continue
		}
		kind := string(found[1])
		if !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
		if d.hasSchema(kind) && !bytes.Contains(text, []byte("yaml-language-server:")) {
			d.texts[name] = marked(text, Modeline(name, kind))
		}
	}
	slices.Sort(kinds)
	return kinds
}

// marked puts a line at the head of a text, behind a byte order mark, with the
// line break that the text has.
func marked(text []byte, line string) []byte {
	body, hasMark := bytes.CutPrefix(text, []byte("\xef\xbb\xbf"))
	end := "\n"
	if bytes.Contains(body, []byte("\r\n")) {
		end = "\r\n"
	}
	out := []byte(line + end)
	if hasMark {
		out = append([]byte("\xef\xbb\xbf"), out...)
	}
	return append(out, body...)
}

// Modeline is the comment that tells editors the schema of a file, by its name
// in the workspace.
func Modeline(name, kind string) string {
	up := strings.Repeat("../", strings.Count(path.Clean(name), "/"))
	return "# yaml-language-server: $schema=" + up + "schemas/" + schemaName(kind)
}

func schemaName(kind string) string { return kind + ".schema.json" }

// hasSchema tells whether a kind is built in or of the workspace.
func (d *desk) hasSchema(kind string) bool {
	_, there := d.Read("schemas/" + schemaName(kind))
	return there || d.Schemas[schemaName(kind)] != nil
}

// schemas copies the schemas of the kinds in use, and what they have in common,
// to where the modelines look for them.
func (d *desk) schemas(kinds []string) {
	for _, kind := range append([]string{"envelope"}, kinds...) {
		if text := d.Schemas[schemaName(kind)]; text != nil {
			d.write("schemas/"+schemaName(kind), text)
		}
	}
}

// settings adds to a file of settings, or makes it.
func (d *desk) settings(name string, wanted []setting) {
	text, ok := d.Read(name)
	if !ok {
		text = []byte("{\n}\n")
	}
	after, left, problem := merge(name, text, wanted)
	if problem != nil {
		d.notes = append(d.notes, problem.Error())
	}
	for _, s := range left {
		d.notes = append(d.notes, name+" has "+strconv.Quote(s.key)+" already; it should hold: "+s.value)
	}
	if problem == nil {
		d.write(name, after)
	}
}
