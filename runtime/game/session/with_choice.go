package session

import (
	"strconv"

	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
)

// WithChoice opens the choice that Begin and Pick would open for a command and
// these picks, calls visit while it is open, and closes it again: nothing is
// done, and a choice that was open stays so. Single options are picked
// automatically. If the command is complete, complete is its text. If it has a
// warning, the choice to confirm it is then open.
func (s *Session) WithChoice(text string, picks []string, visit func(complete string)) (refusal *diag.Message, problem *diag.Diagnostic) {
	was := s.choice
	defer func() { s.choice = was }()
	s.choice = nil
	words := split(text)
	if len(words) == 0 {
		return rules.Refuse("no-command"), nil
	}
	open, complete := &openChoice{}, ""
	problem = s.readOnly(func() {
		if open.action, open.command, words, refusal = s.parseAction(words); refusal != nil {
			return
		}
		self := s.selfOf(&open.command)
		open.warning = s.warningOf(open.action, self)
		var picked []state.Value
		if picked, refusal = s.fill(open.action, self, nil, words); refusal != nil {
			return
		}
		for _, name := range picks {
			var v state.Value
			if len(picked) == len(open.action.Targets) {
				refusal = rules.Refuse("nothing-left-to-pick")
			} else {
				v, refusal = s.match(open.action, self, picked, pickedAs(name))
			}
			if refusal != nil {
				return
			}
			picked = s.withAutomaticPicks(open.action, self, append(picked, v))
		}
		open.command.Targets = s.withAutomaticPicks(open.action, self, picked)
		if len(open.command.Targets) == len(open.action.Targets) {
			complete = s.Format(open.command)
		}
	})
	if refusal != nil || problem != nil {
		return refusal, problem
	}
	if complete == "" || open.warning != "" {
		s.choice = open
	}
	visit(complete)
	return nil, nil
}

// withAutomaticPicks adds the picks that are the only option.
func (s *Session) withAutomaticPicks(a *rules.Action, self Self, picked []state.Value) []state.Value {
	for len(picked) < len(a.Targets) {
		v, ok := s.automaticPick(a, self, picked)
		if !ok {
			break
		}
		picked = append(picked, v)
	}
	return picked
}

// pickedAs is the name of an option as a word: as it is, or in quotes.
func pickedAs(name string) word {
	if unquoted, err := strconv.Unquote(name); err == nil {
		return word{unquoted, true}
	}
	return word{text: name}
}
