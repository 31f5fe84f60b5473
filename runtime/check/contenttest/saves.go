package contenttest

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/save"
	"sleight/runtime/game/session"
)

// SaveKind is the kind used to name the saves that packs keep; the id is the
// name of the file: save/v1_0.
const SaveKind = "save"

// Saves returns the saves that packs keep, each as a definition, in the order of
// packs.
func Saves(c *rules.Content) []*def.Definition {
	var out []*def.Definition
	for _, p := range c.Catalog.Ordered() {
		for _, f := range p.Saves {
			out = append(out, saveDefinition(f))
		}
	}
	return out
}

func saveDefinition(f def.SaveFile) *def.Definition {
	name := strings.TrimSuffix(path.Base(f.File), path.Ext(f.File))
	return &def.Definition{Pack: f.Pack, Kind: SaveKind, ID: name, Name: name, Data: def.NewMap(def.Position{}, nil), Place: diag.Place{File: f.File}}
}

// saves loads every save that a pack keeps, and checks that the game can
// continue and that nothing is lost unless a migration covers it.
func (w *worker) saves(ctx context.Context, o Options, give func(Result)) {
	for _, p := range w.content.Catalog.Ordered() {
		for _, f := range p.Saves {
			d := saveDefinition(f)
			if ctx.Err() != nil {
				return
			}
			if o.Filter != nil && !o.Filter(d) || w.content.DefinitionBlocked(d) {
				continue
			}
			r := Result{Definition: d, Name: "continues with the current content", Place: d.Place}
			if o.Name != "" && o.Name != r.Name {
				continue
			}
			r.Problem = w.save(f)
			r.Passed = r.Problem == nil
			give(r)
		}
	}
}

func (w *worker) save(f def.SaveFile) *diag.Diagnostic {
	at := diag.Place{File: f.File}
	data, err := f.Read()
	if err != nil {
		return invalid(at, "this save cannot be read: %v", err)
	}
	s, how, problem := session.LoadAll(w.content, bytes.NewReader(data), f.File)
	if problem != nil {
		if problem.Code = "test/failed"; !problem.Hint.IsZero() { // the save was made with other content
			*problem = problem.AlsoHint("%s", w.remedy(f, data))
		}
		return problem
	}
	if len(how.Lost) > 0 {
		d := failed(at, "something in this save no longer has a place: %s", strings.Join(how.Lost, "; "))
		*d = d.WithHint("%s", w.remedy(f, data))
		return d
	}
	for _, v := range s.Game().Views {
		if _, problem := s.View(v); problem != nil {
			return scriptFailed(at, "the view "+v.Name, problem)
		}
	}
	legal, problem := s.Legal(1)
	switch {
	case problem != nil:
		return scriptFailed(at, "the list of legal commands", problem)
	case len(legal) == 0 && !s.Over():
		return failed(at, "the game of this save is not over, but no command is legal")
	}
	return nil
}

// remedy says what to do about a save for which the content has no place: what it was
// made with may be missing only because the pack is tested without other packs.
func (w *worker) remedy(f def.SaveFile, data []byte) string {
	saved, problem := save.Read(bytes.NewReader(data), f.File)
	if problem == nil {
		for _, p := range saved.Packs {
			if _, ok := w.content.Catalog.Pack(p.ID); !ok {
				return fmt.Sprintf("it was made with the pack %s, which %s does not require; replace it by a save made without, in sleight repl %s --pack %s", p.ID, f.Pack, saved.Game, f.Pack)
			}
		}
	}
	return fmt.Sprintf("describe in a migration of %s what became of it", f.Pack)
}
