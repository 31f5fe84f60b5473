package newcontent

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
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
	r.Schema, err = SchemaOf(dir, r.Kind)
	return err
}

// SchemaOf reads the schema of a kind, built in or of the workspace.
func SchemaOf(dir, kind string) ([]byte, error) {
	name := kind + ".schema.json"
	if text, err := schemas.Files.ReadFile(name); err == nil {
		return text, nil
	}
	return os.ReadFile(filepath.Join(dir, "schemas", name))
}
