package session

import (
	"regexp"
	"slices"

	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/state"
)

// Evaluate evaluates a Lua expression without changing anything and returns its
// value as text; several values are separated by commas.
func (s *Session) Evaluate(source string) (text string, problem *diag.Diagnostic) {
	hook, labels, problem := s.compile(source)
	if problem != nil {
		return "", problem
	}
	problem = s.readOnly(func() { text = s.host.CallText(hook, s.self(), labels) })
	return text, problem
}

// performLua carries out a debug statement inside a transaction.
func (s *Session) performLua() {
	could := s.playersWithClock()
	hook, labels, problem := s.compile(s.running.command.Lua)
	s.must(problem)
	if text := s.host.CallText(hook, s.self(), labels); text != "" && text != "nil" {
		s.running.said = append(s.running.said, Message{Text: "= " + text})
	}
	s.finishCommand()
	s.startClocks(0, could)
}

// compile compiles a typed source. It sees self, and after it the entities whose
// labels it names. The host forgets the previous one.
func (s *Session) compile(source string) (hook *api.Hook, entities []state.Value, problem *diag.Diagnostic) {
	names := []string{"self"}
	for _, label := range s.labelsIn(source) {
		id, _ := s.Find(label)
		names, entities = append(names, label), append(entities, state.Entity(id))
	}
	hook, problem = s.game.CompileWith(source, names)
	if problem == nil {
		s.host.Forget(hook)
	}
	return hook, entities, problem
}

var labelPattern = regexp.MustCompile(`\b[A-Za-z_]+[0-9]+\b`)

// maxLabels limits how many words of a typed source are tried as labels.
const maxLabels = 50

// labelsIn lists the labels of entities in play that a typed source names.
func (s *Session) labelsIn(source string) []string {
	var out []string
	for _, word := range labelPattern.FindAllString(source, maxLabels) {
		if id, found := s.Find(word); found && s.Label(id) == word && !slices.Contains(out, word) {
			out = append(out, word)
		}
	}
	return out
}

// Cause returns the definition, hook and place that a change is attributed to.
func (s *Session) Cause(c state.Change) (owner, hook string, at diag.Place) {
	if h := s.game.Hook(int(c.Cause) - 1); h != nil {
		return h.Owner.Key(), h.Name, h.Place
	}
	return "", "", diag.Place{}
}
