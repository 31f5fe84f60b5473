package repl

import "strings"

// filled puts names of the game being played into an example.
func (r *REPL) filled(example string) string {
	return strings.NewReplacer(
		"{command}", r.someCommand(), "{key}", r.someKey(), "{variable}", r.someVariable(), "{game}", r.session.Game().ID(),
	).Replace(example)
}

// someCommand is how a command begins that a player may give now or later:
// rather one that uses something.
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

// someKey is the first definition that can be put into play and is no die.
func (r *REPL) someKey() string {
	game := r.session.Game()
	for _, id := range r.session.UsableIDs() {
		for _, d := range r.content.Catalog.Scope(game.Definition.Pack).All() {
			if d.ID == id {
				return d.Key()
			}
		}
	}
	return game.Definition.Key()
}

func (r *REPL) someVariable() string {
	for _, name := range r.session.Game().VariableNames() {
		if !strings.HasPrefix(name, "_") {
			return name
		}
	}
	return "NAME"
}
