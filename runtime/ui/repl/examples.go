package repl

import (
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/game/state"
)

// filled substitutes names of the current game into an example.
func (r *REPL) filled(example string) string {
	return strings.NewReplacer(
		"{command}", r.someCommand(), "{key}", r.someKey(), "{variable}", r.someVariable(), "{game}", r.session.Game().ID(),
		"{entity}", r.someEntity(), "{setting}", r.someSetting(),
	).Replace(example)
}

// someCommand returns the beginning of a command that a player may give now or
// later, preferably one that uses something.
func (r *REPL) someCommand() string {
	offers, problem := r.session.Offers()
	for _, o := range offers {
		if strings.HasPrefix(o.Command, "use ") {
			return o.Command
		}
	}
	if problem == nil && len(offers) > 0 {
		return offers[0].Command
	}
	return "COMMAND"
}

// someKey returns the first definition that can be put into play and is not a
// die.
func (r *REPL) someKey() string {
	game := r.session.Game()
	for _, id := range r.session.UsableIDs() {
		for _, d := range game.Catalog().All() {
			if d.ID == id {
				return d.Key()
			}
		}
	}
	for _, d := range r.session.Givable() {
		if !d.Has(def.DieTrait) {
			return d.Key()
		}
	}
	return game.Definition.Key()
}

// someEntity returns the label of the first entity that the player sees.
func (r *REPL) someEntity() string {
	if seen := r.inspectable(); len(seen) > 0 {
		return seen[0]
	}
	return "ENTITY"
}

// someSetting returns a property of an entity in play, with its value.
func (r *REPL) someSetting() string {
	s := r.session.State()
	for _, label := range r.inspectable() {
		id, ok := r.session.Find(label)
		if !ok {
			continue
		}
		for i, p := range s.Prototype(id).Kind.Props {
			if v := s.Prop(id, i); v.Type == state.Number {
				return label + "." + p.Name + " " + v.String()
			}
		}
	}
	return r.someVariable() + " VALUE"
}

func (r *REPL) someVariable() string {
	for _, name := range r.session.Game().VariableNames() {
		if !strings.HasPrefix(name, "_") {
			return name
		}
	}
	return "NAME"
}
