package newcontent

import (
	"bytes"
	"fmt"
	"path"
	"strings"
	"text/template"

	"sleight/runtime/content/manifest"
	"sleight/schemas"
)

// Pack describes the manifest to generate.
type Pack struct {
	ID string
	// Game is the game that the pack is for, and Requires the pack of that game
	// with the acceptable versions; all empty for a pack with a game of its
	// own.
	Game, Requires, Range string
}

// Versions is the range as YAML.
func (p Pack) Versions() string {
	if p.Range == "*" {
		return "'*'"
	}
	return p.Range
}

// Title is the name that players see.
func (p Pack) Title() string { return title(strings.ReplaceAll(p.ID, "-", "_")) }

// Engine is the engine version that the pack is made for, without the patch
// number.
func (p Pack) Engine() string {
	v, err := manifest.ParseVersion(manifest.Engine)
	if err != nil {
		return manifest.Engine
	}
	return fmt.Sprintf("%d.%d", v.Major(), v.Minor())
}

// Manifest generates the manifest of a pack, and the schema that explains its
// keys in editors.
func Manifest(p Pack) ([]File, error) {
	t, err := template.New("pack.yaml").Delims("<<", ">>").ParseFS(templates, "templates/pack.yaml")
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, p); err != nil {
		return nil, err
	}
	text, err := schemas.Files.ReadFile("pack.schema.json")
	return []File{
		{Name: path.Join("content", p.ID, manifest.File), Text: b.Bytes()},
		{Name: "schemas/pack.schema.json", Text: text, Shared: true},
	}, err
}

// Kinds lists the kinds of definition that a pack for a game could begin with:
// the kinds allowed in its zones, in zone order, and finally scenarios, which
// are only tests.
func Kinds(r Request) (out []string) {
	for _, f := range r.Game.Data.Each("zones") {
		out = append(out, words(f.Value.Get("of"))...)
	}
	return append(out, "scenario")
}
