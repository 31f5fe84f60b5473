package session

import (
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
)

// Run carries out a command given as text: "ACTION TARGET…", "use ITEM
// TARGET…", or "lua STATEMENT". Entities are named by label (d2), by the id of
// their definition, or by id#2 for the second with this id.
func (s *Session) Run(text string) Result {
	if s.choice != nil {
		return Result{Refusal: rules.Refuse("choice-open")}
	}
	c, refusal, problem := s.Parse(text)
	if refusal != nil || problem != nil {
		return Result{Refusal: refusal, Problem: problem}
	}
	return s.do(c)
}

// Parse reads a command as text in the present situation. It refuses what
// names nothing and what may not be picked.
func (s *Session) Parse(text string) (c Command, refusal *diag.Message, problem *diag.Diagnostic) {
	words := split(text)
	if len(words) == 0 {
		return c, rules.Refuse("no-command"), nil
	}
	if words[0] == "lua" {
		source := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), "lua"))
		return Command{Lua: source, text: "lua " + source}, nil, nil
	}
	problem = s.look(func() { c, refusal = s.parse(words) })
	return c, refusal, problem
}

func (s *Session) parse(words []string) (c Command, refusal *diag.Message) {
	a, c, words, refusal := s.begin(words)
	if refusal != nil {
		return c, refusal
	}
	self := s.selfOf(&c)
	c.Targets, refusal = s.fill(a, self, nil, words)
	if refusal == nil && len(c.Targets) < len(a.Targets) {
		refusal = s.wants(a, self, c.Targets)
	}
	return c, refusal
}

// fill appends what the words pick, and what is given by itself between and
// after them. A word may be left out where its target would take the single
// option by itself.
func (s *Session) fill(a *rules.Action, self api.Self, picked []state.Value, words []string) ([]state.Value, *diag.Message) {
	for len(picked) < len(a.Targets) {
		v, given := s.only(a, self, picked)
		named := false
		if len(words) > 0 && !s.idle(a.Targets[len(picked)], self, picked) {
			_, named = s.find(a.Targets[len(picked)], self, picked, words[0])
		}
		switch {
		case given && !named:
		case len(words) == 0:
			return picked, nil
		default:
			var refusal *diag.Message
			if v, refusal = s.match(a, self, picked, words[0]); refusal != nil {
				return picked, refusal
			}
			words = words[1:]
		}
		picked = append(picked, v)
	}
	if len(words) > 0 {
		switch n := len(a.Targets); n {
		case 0:
			return picked, rules.Refuse("takes-no-target", a.Title, quoted(words[0]))
		case 1:
			return picked, rules.Refuse("takes-one-target", a.Title, quoted(words[0]))
		default:
			return picked, rules.Refuse("takes-targets", a.Title, n, quoted(words[0]))
		}
	}
	return picked, nil
}

// quoted is what a player typed.
func quoted(word string) diag.Literal { return diag.Literal(strconv.Quote(word)) }

// begin finds the action that the first words name, and whether it may be
// begun.
func (s *Session) begin(words []string) (*rules.Action, Command, []string, *diag.Message) {
	var c Command
	if words[0] == "use" {
		if len(words) < 2 {
			return nil, c, nil, rules.Refuse("no-item")
		}
		id, refusal := s.findItem(words[1])
		if refusal != nil {
			return nil, c, nil, refusal
		}
		c.Item = id
		words = words[2:]
	} else {
		c.Action = words[0]
		words = words[1:]
	}
	a, refusal := s.resolve(&c)
	if a == nil {
		if hint := s.nearAction(c.Action); hint != nil {
			refusal = refusal.With(hint)
		}
		return nil, c, nil, refusal
	}
	if refusal = s.refusal(a, s.selfOf(&c)); refusal != nil {
		return nil, c, nil, refusal
	}
	if len(a.Targets) > 0 {
		refusal = s.exhausted(a, s.selfOf(&c), nil)
	}
	return a, c, words, refusal
}

func (s *Session) nearAction(name string) *diag.Message {
	var known []string
	for _, a := range s.game.Actions {
		known = append(known, a.Name)
	}
	if s.Over() && len(s.game.After) == 0 || name == "" {
		return nil
	}
	if near, ok := diag.Nearest(name, known); ok {
		return rules.Hint(near)
	}
	return nil
}

func (s *Session) findItem(word string) (state.ID, *diag.Message) {
	usable := slices.Collect(s.usable)
	if id := s.named(usable, word); id != state.None {
		return id, nil
	}
	var known []string
	for _, id := range usable {
		known = append(known, s.itemName(id))
	}
	unknown := rules.Refuse("unknown-item", quoted(word))
	if near, ok := diag.Nearest(word, known); ok {
		return state.None, unknown.With(rules.Hint(near))
	}
	// It may lie elsewhere in sight: say why it cannot be used.
	for _, id := range s.inPlay() {
		if s.Hidden(s.state.ZoneOf(id)) {
			continue
		}
		if s.state.Prototype(id).ID == word || s.Label(id) == word {
			_, refusal := s.resolve(&Command{Item: id})
			return state.None, refusal
		}
	}
	return state.None, unknown
}

// inPlay lists all entities in zones, in the order of zones.
func (s *Session) inPlay() []state.ID {
	var out []state.ID
	for slot := range s.table.Layout.ZoneSlots() {
		out = append(out, s.state.Zone(slot)...)
	}
	return out
}

// named finds the entity that a word names among the given ones.
func (s *Session) named(among []state.ID, word string) state.ID {
	name, nth := word, 1
	if base, n, ok := strings.Cut(word, "#"); ok {
		if k, err := strconv.Atoi(n); err == nil && k > 0 {
			name, nth = base, k
		}
	}
	for _, id := range among {
		if s.Label(id) == word {
			return id
		}
	}
	for _, id := range among {
		if p := s.state.Prototype(id); p.ID == name || p.Key == name {
			if nth--; nth == 0 {
				return id
			}
		}
	}
	return state.None
}

// Find names any entity in play: by label, id or id#2.
func (s *Session) Find(word string) (state.ID, bool) {
	id := s.named(s.inPlay(), word)
	return id, id != state.None
}

// match finds the option that a word names, and why it may not be picked.
func (s *Session) match(a *rules.Action, self api.Self, picked []state.Value, word string) (state.Value, *diag.Message) {
	if v, ok := s.find(a.Targets[len(picked)], self, picked, word); ok {
		return v, s.allowed(a, self, picked, v)
	}
	return state.Value{}, rules.Refuse("target-unknown", quoted(word)).With(s.wants(a, self, picked))
}

// find returns the value of a target, allowed or not, that a word names.
func (s *Session) find(t *rules.Target, self api.Self, picked []state.Value, word string) (state.Value, bool) {
	var ids []state.ID
	for _, v := range s.values(t, self, picked, nil) {
		if v.Type == state.Ref {
			ids = append(ids, v.ID())
		} else if v.String() == word || t.Labels[v.String()] == word || "+"+v.String() == word {
			return v, true
		}
	}
	id := s.named(ids, word)
	return state.Entity(id), id != state.None
}

// only returns what a target is given by itself: nothing where there is
// nothing to choose, or the single legal option if the target says so.
func (s *Session) only(a *rules.Action, self api.Self, picked []state.Value) (state.Value, bool) {
	t := a.Targets[len(picked)]
	if s.idle(t, self, picked) {
		return state.Value{}, true
	}
	if !t.Auto {
		return state.Value{}, false
	}
	var found []state.Value
	for _, v := range s.values(t, self, picked, nil) {
		if s.allowed(a, self, picked, v) == nil {
			found = append(found, v)
		}
	}
	if len(found) != 1 {
		return state.Value{}, false
	}
	return found[0], true
}

// wants asks for a target in words.
func (s *Session) wants(a *rules.Action, self api.Self, picked []state.Value) *diag.Message {
	var labels []string
	for _, o := range s.options(a, self, picked) {
		if o.Reason == nil {
			labels = append(labels, o.Label)
		}
	}
	if len(labels) > 12 {
		labels = append(labels[:12], "…")
	}
	return rules.Refuse("target-missing", a.Targets[len(picked)].Prompt, strings.Join(labels, ", "))
}

// Format writes a command as a player would type it in the present situation.
func (s *Session) Format(c Command) string {
	if c.Lua != "" {
		return "lua " + c.Lua
	}
	text := c.Action
	if c.Item != state.None {
		text = "use " + s.itemName(c.Item)
	}
	for _, v := range c.Targets {
		if v.Type == state.Nil {
			continue // there was nothing to choose
		}
		word := s.describe(v)
		if strings.ContainsAny(word, " \t\"") || word == "" {
			word = strconv.Quote(word)
		}
		text += " " + word
	}
	return text
}

// split cuts a command into words; "quoted words" stay together.
func split(text string) []string {
	var out []string
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		if text[0] == '"' {
			if quoted, err := strconv.QuotedPrefix(text); err == nil {
				word, _ := strconv.Unquote(quoted)
				out = append(out, word)
				text = text[len(quoted):]
				continue
			}
		}
		end := strings.IndexAny(text, " \t")
		if end < 0 {
			end = len(text)
		}
		out = append(out, text[:end])
		text = text[end:]
	}
	return out
}
