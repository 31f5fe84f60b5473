package session

import (
	"slices"

	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/random"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
)

// anyCommand is what a bot returns to leave the choice to chance.
const anyCommand = "any"

// Advice asks a definition for the next command, through its hook choose. The
// hook returns the name of an action and its targets, or "use", an item and its
// targets. As in a typed command, a target may be left out if it is skipped or
// has a single option that is picked automatically, and a text may name an
// entity. Otherwise the command is not checked: Do refuses it if it is not
// legal. Its targets are valid until the next call of EvaluateHook. For "any", unless that
// is an action of the game, Advice returns a random legal command, or an empty one
// if none is legal.
//
// While a question waits to be answered, the hook is answer instead, and
// returns what to pick; a text may name an option as a player would type it.
// Without that hook the answer is a random one.
func (s *Session) Advice(key string, luck *random.Stream) (Command, *diag.Diagnostic) {
	if s.PendingQuestion() != nil {
		return s.adviceOnQuestion(key, luck)
	}
	results, problem := s.EvaluateHook(key, "choose", luck)
	if problem != nil {
		return Command{}, problem
	}
	if len(results) == 0 || results[0].Type != state.Text {
		d := diag.New("script/runtime", s.botCall.hook.Place, "choose must return the name of an action").
			WithHint(`return "wait", or "use" with an item, and then the targets`)
		return Command{}, &d
	}
	if results[0].Str == anyCommand {
		if _, action := s.game.Action(anyCommand); !action {
			c, _, problem := s.Sample(luck)
			return c, problem
		}
	}
	c := Command{Action: results[0].Str, Targets: results[1:]}
	if results[0].Str == "use" {
		if len(results) < 2 || results[1].Type != state.Ref {
			d := diag.New("script/runtime", s.botCall.hook.Place, `choose must return an item after "use"`)
			return Command{}, &d
		}
		c = Command{Item: results[1].ID(), Targets: results[2:]}
	}
	if !slices.ContainsFunc(c.Targets, needsResolving) && s.targetCount(c) == len(c.Targets) {
		return c, nil
	}
	q := &s.botCall
	if q.fill == nil {
		q.fill = s.addAutomaticPicks
	}
	q.command = c
	problem = s.readOnly(q.fill)
	return q.command, problem
}

// needsResolving reports whether a target of a bot may be read as another value: nil for
// what is picked automatically, a text for an entity.
func needsResolving(v state.Value) bool { return v.Type == state.Nil || v.Type == state.Text }

// targetCount returns the number of targets of a command, or -1 if there is no such
// command now.
func (s *Session) targetCount(c Command) int {
	if a, refusal := s.resolve(&c); refusal == nil {
		return len(a.Targets)
	}
	return -1
}

// addAutomaticPicks adds the automatic picks to the targets of the bot's command. It
// stops at the first target that is not an option, which Do then refuses.
func (s *Session) addAutomaticPicks() {
	c := &s.botCall.command
	a, refusal := s.resolve(c)
	if refusal != nil {
		return
	}
	picked, ok := s.completed(a, s.selfOf(c), c.Targets, s.botCall.picked[:0])
	if ok {
		s.botCall.picked, c.Targets = picked, picked
	}
}

// completed appends the given targets to picked, with the automatic picks
// between and after them. It stops, and returns ok == false, at the first target
// that is not an option.
func (s *Session) completed(a *rules.Action, self api.Self, given, picked []state.Value) (all []state.Value, ok bool) {
	for len(picked) < len(a.Targets) {
		v, automatic := s.automaticPick(a, self, picked)
		chosen, ok := s.optionFor(a.Targets[len(picked)], self, picked, given)
		switch {
		case ok:
			v, given = chosen, given[1:]
		case !automatic:
			return picked, false
		case len(given) > 0 && given[0].Type == state.Nil:
			given = given[1:]
		}
		picked = append(picked, v)
	}
	return append(picked, given...), true
}

// optionFor returns the option that the first of the given values stands for.
func (s *Session) optionFor(t *rules.Target, self api.Self, picked, given []state.Value) (state.Value, bool) {
	if len(given) == 0 || s.skipped(t, self, picked) {
		return state.Value{}, false
	}
	v := given[0]
	from := s.list(t, self, picked)
	option := slices.Contains(s.offered[from:], v)
	s.offered = s.offered[:from]
	if option {
		return v, true
	}
	if v.Type != state.Text {
		return v, false
	}
	return s.find(t, self, picked, word{text: v.Str})
}

func (s *Session) adviceOnQuestion(key string, luck *random.Stream) (Command, *diag.Diagnostic) {
	if _, problem := s.game.StandaloneHook(key, api.BotAnswer); problem != nil {
		c, _, problem := s.Sample(luck)
		return c, problem
	}
	picks, problem := s.EvaluateHook(key, api.BotAnswer, luck)
	if problem != nil {
		return Command{}, problem
	}
	c := Command{Action: rules.Answer, Player: s.Player(), Targets: s.botCall.picked[:0]}
	for _, t := range s.answer(s.PendingQuestion()).Targets {
		v := state.Value{} // no more picks
		if n := len(c.Targets); n < len(picks) {
			v = picks[n]
			if option, ok := s.optionFor(t, api.Self{}, c.Targets, picks[n:]); ok {
				v = option
			}
		}
		c.Targets = append(c.Targets, v)
	}
	s.botCall.picked = c.Targets
	return c, nil
}
