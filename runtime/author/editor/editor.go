// Package editor generates the files with which editors explain content:
// settings, recommended extensions, schemas, modelines and Lua stubs.
//
// Layer author. It works on texts, reads and writes no files, and knows no
// game.
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

// Workspace describes an existing workspace.
type Workspace struct {
	// Read returns the text of a file in the workspace, and false if there is
	// none.
	Read func(name string) (text []byte, ok bool)
	// YAML lists the files below content/.
	YAML []string
	// Schemas are the schemas of the built-in kinds, by name.
	Schemas map[string][]byte
}

// Change gives a file a new text. Before is nil if the file does not exist.
type Change struct {
	Name          string
	Before, After []byte
}

// The generated files.
const (
	settingsFile   = ".vscode/settings.json"
	extensionsFile = ".vscode/extensions.json"
	luaFile        = ".luarc.json"
	// The stubs are in the folder for files that Sleight generates in a
	// workspace.
	stubsFolder = ".sleight/lua"
)

// Changes returns what a workspace lacks for editors: the changes to make, sorted
// by name, and notes on settings left to the user because they cannot be added
// without changing what the user wrote. It is empty if nothing is missing.
func Changes(w Workspace) (changes []Change, notes []string) {
	d := &changeSet{Workspace: w, texts: map[string][]byte{}}
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

// changeSet collects changes.
type changeSet struct {
	Workspace
	texts map[string][]byte
	notes []string
}

// write sets the text of a file, if it differs.
func (c *changeSet) write(name string, text []byte) {
	if before, ok := c.Read(name); !ok || !bytes.Equal(before, text) {
		c.texts[name] = text
	}
}

var kindLine = regexp.MustCompile(`(?m)^kind:[ \t]*"?([a-z][a-z0-9_]*)`)

// modelines adds the line that names its schema to the head of every file that
// lacks it, and returns the kinds in use. A file with several kinds gets the
// schema of the first.
func (c *changeSet) modelines() (kinds []string) {
	for _, name := range c.YAML {
		text, ok := c.Read(name)
		found := kindLine.FindSubmatch(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")))
		if !ok || found == nil {
			continue
		}
		kind := string(found[1])
		if !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
		if c.hasSchema(kind) && !bytes.Contains(text, []byte("yaml-language-server:")) {
			c.texts[name] = withModeline(text, Modeline(name, kind))
		}
	}
	slices.Sort(kinds)
	return kinds
}

// withModeline inserts a line at the head of a text, after a byte order mark if any,
// using the text's line break.
func withModeline(text []byte, line string) []byte {
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

// Modeline returns the comment that names the schema of a file for editors, by
// its name in the workspace.
func Modeline(name, kind string) string {
	up := strings.Repeat("../", strings.Count(path.Clean(name), "/"))
	return "# yaml-language-server: $schema=" + up + "schemas/" + schemaName(kind)
}

func schemaName(kind string) string { return kind + ".schema.json" }

// hasSchema reports whether a kind is built in or defined by the workspace.
func (c *changeSet) hasSchema(kind string) bool {
	_, there := c.Read("schemas/" + schemaName(kind))
	return there || c.Schemas[schemaName(kind)] != nil
}

// schemas copies the schemas of the kinds in use, and their shared parts, to
// where the modelines look for them.
func (c *changeSet) schemas(kinds []string) {
	for _, kind := range append([]string{"envelope"}, kinds...) {
		if text := c.Schemas[schemaName(kind)]; text != nil {
			c.write("schemas/"+schemaName(kind), text)
		}
	}
}

// settings creates a settings file, or adds to it.
func (c *changeSet) settings(name string, wanted []setting) {
	text, ok := c.Read(name)
	if !ok {
		text = []byte("{\n}\n")
	}
	after, left, problem := addSettings(name, text, wanted)
	if problem != nil {
		c.notes = append(c.notes, problem.Error())
	}
	for _, s := range left {
		c.notes = append(c.notes, name+" has "+strconv.Quote(s.key)+" already; it should hold: "+s.value)
	}
	if problem == nil {
		c.write(name, after)
	}
}
