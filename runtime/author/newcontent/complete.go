package newcontent

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/game/rules"
	"sleight/schemas"
)

// Packs lists the packs in a workspace folder that new definitions may go into,
// and the game of each: packs with a game of their own come first, then those
// that are for another pack's game.
func Packs(content *rules.Content, dir string) (packs []string, games map[string]*def.Definition) {
	games = map[string]*def.Definition{}
	for _, g := range content.Games() {
		if d := g.Definition; isPack(dir, d.Pack) && games[d.Pack] == nil {
			games[d.Pack] = d
			packs = append(packs, d.Pack)
		}
	}
	for _, p := range content.Catalog.Packs() {
		if games[p.ID] == nil && len(p.Games) > 0 && isPack(dir, p.ID) {
			if g, ok := content.Game(p.Games[0]); ok {
				games[p.ID] = g.Definition
				packs = append(packs, p.ID)
			}
		}
	}
	return packs, games
}

func isPack(dir, pack string) bool {
	info, err := os.Stat(filepath.Join(dir, "content", pack))
	return err == nil && info.IsDir()
}

// Complete completes a request for a definition of r.Pack, whose game is game:
// the folder and the moves follow the other definitions of its kind. It fails
// if a definition of that kind and id exists.
func Complete(content *rules.Content, dir string, game *def.Definition, r *Request) (err error) {
	r.Game = game
	for _, d := range content.Catalog.Kind(r.Kind) {
		if d.Pack != r.Pack {
			continue
		}
		if d.ID == r.ID {
			return fmt.Errorf("%s already exists (%s)", d.Key(), d.Place)
		}
		r.Moves = r.Moves || d.Data.Get("moves") != nil
		below := "content/" + r.Pack + "/"
		if at := strings.LastIndex(d.Place.File, below); at >= 0 && r.Folder == "" {
			r.Folder = strings.TrimPrefix(path.Dir(d.Place.File[at+len(below):]), ".")
		}
	}
	r.Data = neededData(content, game, r)
	r.Schema, err = SchemaOf(dir, r.Kind)
	return err
}

// dataRead matches the values that an expression reads from a definition.
var dataRead = regexp.MustCompile(`self\.data\.([a-z_][a-z0-9_]*)`)

// neededData returns the data that the game's properties read from every definition
// of the kind, as YAML: with the value of the first other definition that has
// it. Without these, the new one would be an error.
func neededData(content *rules.Content, game *def.Definition, r *Request) string {
	var entries []string
	for _, declared := range game.Data.Get("properties").Each(r.Kind) {
		for _, bound := range []string{"start", "min", "max"} {
			for _, m := range dataRead.FindAllStringSubmatch(declared.Value.TextOr(bound, ""), -1) {
				entry := m[1] + ": 1"
				for _, d := range slices.Backward(content.Catalog.Kind(r.Kind)) {
					if n := d.Data.Get("data").Get(m[1]); n != nil && d.Pack == r.Pack {
						entry = m[1] + ": " + n.Show()
					}
				}
				if !slices.Contains(entries, entry) {
					entries = append(entries, entry)
				}
			}
		}
	}
	return strings.Join(entries, ", ")
}

// SchemaOf reads the schema of a kind, built in or of the workspace.
func SchemaOf(dir, kind string) ([]byte, error) {
	name := kind + ".schema.json"
	if text, err := schemas.Files.ReadFile(name); err == nil {
		return text, nil
	}
	return os.ReadFile(filepath.Join(dir, "schemas", name))
}
