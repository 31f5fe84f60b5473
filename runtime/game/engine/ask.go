package engine

import (
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/random"
	"sleight/runtime/game/state"
)

// declareAsked numbers the hooks of a definition that is never in play: nothing
// calls them but Ask. One that says game: is for that game alone.
func (b *builder) declareAsked(d *def.Definition) {
	p := b.scripts[d]
	b.checkGame(d)
	if p == nil && len(b.layers[d]) == 0 || d.Kind == "game" || d.Data.TextOr("game", b.game.ID()) != b.game.ID() {
		return
	}
	own := map[string]*api.Hook{}
	for _, h := range b.hooksOf(d) {
		own[h.Name] = h
	}
	b.game.asked[d.Key()] = own
	if p != nil {
		b.checkReferences(d, p)
	}
}

// checkGame reports that a definition is for a game that does not exist.
func (b *builder) checkGame(d *def.Definition) {
	named := d.Data.Get("game")
	if d.Kind == "game" || named == nil || named.Type != def.Text {
		return
	}
	var known []string
	for _, g := range b.catalog.Kind("game") {
		known = append(known, g.ID)
	}
	if b.game.ID() == known[0] { // once, however many games see it
		b.mustKnow("game", named.Text, named.Place(), known)
	}
}

// Asked lists the definitions of a kind that Ask may be given, in the order of
// ids.
func (g *Game) Asked(kind string) []string {
	var ids []string
	for key := range g.asked {
		if id, ok := strings.CutPrefix(key, kind+"/"); ok {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// Ask calls a hook of a definition that is not in play, such as a bot, and
// returns all its results. The hook only looks at the game; what it draws by
// chance comes from luck, so that asking does not change what happens next.
// The key is kind/id. The results are valid until the next call of Ask.
func (s *Session) Ask(key, hook string, luck *random.Stream) ([]state.Value, *diag.Diagnostic) {
	q := &s.question
	if q.game != s.game || q.key != key || q.name != hook { // mostly the same is asked again
		q.game, q.key, q.name, q.hook = s.game, key, hook, s.game.asked[key][hook]
	}
	if q.hook == nil {
		return nil, s.unasked(key, hook)
	}
	if q.job == nil {
		q.job = func() {
			s.host.Luck = q.luck
			q.results = s.host.CallAll(q.hook, api.Self{Definition: q.hook.Owner}, nil, q.results)
		}
	}
	q.luck, q.results = luck, q.results[:0]
	problem := s.look(q.job)
	s.host.Luck, q.luck = nil, nil
	return q.results, problem
}

// question is what Ask works with.
type question struct {
	job     func()
	game    *Game
	key     string
	name    string
	hook    *api.Hook // the one of that name
	luck    *random.Stream
	results []state.Value
}

func (s *Session) unasked(key, hook string) *diag.Diagnostic {
	var known []string
	what, name := "definition to ask", key
	if own := s.game.asked[key]; own != nil {
		what, name = "hook of "+key, hook
		for k := range own {
			known = append(known, k)
		}
	} else {
		for k := range s.game.asked {
			known = append(known, k)
		}
	}
	slices.Sort(known)
	return unknown(what, name, known)
}

// Advice asks a definition for the next command, by its hook choose. The hook
// returns the name of an action and its targets, or "use", an item and its
// targets. The command is not checked: Do refuses what is not legal. Its
// targets are valid until the next call of Ask.
func (s *Session) Advice(key string, luck *random.Stream) (Command, *diag.Diagnostic) {
	results, problem := s.Ask(key, "choose", luck)
	if problem != nil {
		return Command{}, problem
	}
	if len(results) == 0 || results[0].Type != state.Text {
		d := diag.New("script/runtime", s.game.asked[key]["choose"].Place, "choose must return the name of an action").
			WithHint(`return "wait", or "use" with an item, and then the targets`)
		return Command{}, &d
	}
	if results[0].Str != "use" {
		return Command{Action: results[0].Str, Targets: results[1:]}, nil
	}
	if len(results) < 2 || results[1].Type != state.Ref {
		d := diag.New("script/runtime", s.game.asked[key]["choose"].Place, `choose must return an item after "use"`)
		return Command{}, &d
	}
	return Command{Item: results[1].ID(), Targets: results[2:]}, nil
}
