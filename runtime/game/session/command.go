package session

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

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
	var result Result
	s.do(&c, &result)
	return result
}

// Parse reads a command in the current situation. It refuses unknown names and
// targets that may not be picked.
func (s *Session) Parse(text string) (c Command, refusal *diag.Message, problem *diag.Diagnostic) {
	words := split(text)
	if len(words) == 0 {
		return c, rules.Refuse("no-command"), nil
	}
	if words[0].is("lua") {
		source := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), "lua"))
		return Command{Lua: source, text: "lua " + source}, nil, nil
	}
	player, words := addressed(words)
	if refusal := s.giveRefusal(player); refusal != nil {
		return c, refusal, nil
	}
	if len(words) == 0 {
		return c, rules.Refuse("no-command"), nil
	}
	problem = s.readOnlyAs(player, func() { c, refusal = s.parse(words) })
	c.Player = player
	return c, refusal, problem
}

func (s *Session) parse(words []word) (c Command, refusal *diag.Message) {
	if c = (Command{Action: words[0].text}); len(words) == 1 && s.isTimeout(&c) {
		return c, nil
	}
	a, c, words, refusal := s.parseAction(words)
	if refusal != nil {
		return c, refusal
	}
	self := s.selfOf(&c)
	c.Targets, refusal = s.fill(a, self, nil, words)
	if q := s.PendingQuestion(); q != nil && refusal == nil && len(c.Targets) > 0 && len(c.Targets) >= s.least(q) {
		for len(c.Targets) < len(a.Targets) { // if fewer targets are named, no more are picked
			c.Targets = append(c.Targets, state.Value{})
		}
	}
	if refusal == nil && len(c.Targets) < len(a.Targets) {
		refusal = s.missingTarget(a, self, c.Targets)
	}
	return c, refusal
}

// Four methods complete the targets of a command, and make the picks that are
// automatic: fill reads words that were typed, completed takes the values that a
// bot has chosen, completeUse does so for what a script requests and says why that
// may be refused, and complete lists every way to choose.

// fill appends the picks that the words name, and the automatic picks between
// and after them. A word may be omitted if its target has a single option that
// is picked automatically.
func (s *Session) fill(a *rules.Action, self api.Self, picked []state.Value, words []word) ([]state.Value, *diag.Message) {
	for len(picked) < len(a.Targets) {
		v, given := s.automaticPick(a, self, picked)
		named := false
		if len(words) > 0 && !s.skipped(a.Targets[len(picked)], self, picked) {
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
			return picked, rules.Refuse("takes-no-target", a.Title, words[0].quoted())
		case 1:
			return picked, rules.Refuse("takes-one-target", a.Title, words[0].quoted())
		default:
			return picked, rules.Refuse("takes-targets", a.Title, n, words[0].quoted())
		}
	}
	return picked, nil
}

// parseAction finds the action that the first words name, and checks whether it may
// begin.
func (s *Session) parseAction(words []word) (*rules.Action, Command, []word, *diag.Message) {
	var c Command
	if words[0].is("use") {
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
		c.Action = words[0].text
		words = words[1:]
	}
	a, refusal := s.resolve(&c)
	if a == nil {
		if hint := s.nearAction(c.Action); hint != nil && (refusal.Code == "unknown-action" || refusal.Code == "game-over") {
			refusal = refusal.With(hint)
		}
		return nil, c, nil, refusal
	}
	if refusal = s.refusal(a, s.selfOf(&c)); refusal != nil {
		return nil, c, nil, refusal
	}
	if len(a.Targets) > 0 {
		refusal = s.noOptionRefusal(a, s.selfOf(&c), nil)
	}
	return a, c, words, refusal
}

// nearAction returns a hint to the action with the nearest name, or nil.
func (s *Session) nearAction(name string) *diag.Message {
	actions := s.game.Actions
	if s.Over() {
		actions = s.game.After
	}
	var known []string
	for _, a := range actions {
		known = append(known, a.Name)
	}
	if near, ok := diag.Nearest(name, known); ok {
		return rules.Hint(near)
	}
	return nil
}

func (s *Session) findItem(w word) (state.ID, *diag.Message) {
	usable := slices.Collect(s.usable)
	if id := s.findNamed(usable, w.text, s.nameless); id != state.None {
		return id, nil
	}
	var known []string
	for _, id := range usable {
		known = append(known, s.itemName(id))
	}
	unknown := rules.Refuse("unknown-item", w.quoted())
	if near, ok := diag.Nearest(w.text, known); ok {
		return state.None, unknown.With(rules.Hint(near))
	}
	// It may be elsewhere in play: say why it cannot be used.
	for _, id := range s.inPlay() {
		if s.Hidden(s.state.ZoneOf(id)) {
			continue
		}
		if s.state.Prototype(id).ID == w.text || s.Label(id) == w.text {
			_, refusal := s.resolve(&Command{Item: id})
			return state.None, refusal
		}
	}
	return state.None, unknown
}

// inPlay lists all entities in zones, in the order of zones.
func (s *Session) inPlay() []state.ID {
	var out []state.ID
	for slot := range s.apiGame.Layout.ZoneSlots() {
		out = append(out, s.state.Zone(slot)...)
	}
	return out
}

// findNamed finds the entity that a word names among the given ones. Those that are
// nameless have only their label.
func (s *Session) findNamed(among []state.ID, word string, nameless func(state.ID) bool) state.ID {
	name, nth := word, 1
	if base, n, ok := strings.Cut(word, "#"); ok {
		if k, err := strconv.Atoi(n); err == nil {
			name, nth = base, k
		}
	}
	for _, id := range among {
		if s.Label(id) == word {
			return id
		}
	}
	for _, id := range among {
		if p := s.state.Prototype(id); (p.ID == name || p.Key == name) && !nameless(id) {
			if nth--; nth == 0 {
				return id
			}
		}
	}
	return state.None
}

// Find finds any entity in play: by label, id or id#2.
func (s *Session) Find(word string) (state.ID, bool) {
	id := s.findNamed(s.inPlay(), word, func(state.ID) bool { return false })
	return id, id != state.None
}

// match finds the option that a word names, and the reason if it may not be
// picked.
func (s *Session) match(a *rules.Action, self api.Self, picked []state.Value, w word) (state.Value, *diag.Message) {
	if v, ok := s.find(a.Targets[len(picked)], self, picked, w); ok {
		return v, s.pickRefusal(a, self, picked, v)
	}
	return state.Value{}, rules.Refuse("target-unknown", w.quoted()).With(s.missingTarget(a, self, picked))
}

// find returns the value of a target, allowed or not, that a word names. These
// rules are tried in order:
//
//  1. a text in quotes
//  2. an entity by its label
//  3. a number or boolean
//  4. a text
//  5. a value by its title
//  6. an entity by its id
//
// It finds what Format writes, whatever else the target offers.
func (s *Session) find(t *rules.Target, self api.Self, picked []state.Value, w word) (state.Value, bool) {
	values := s.values(t, self, picked, nil)
	if q := s.PendingQuestion(); t.FromQuestion {
		for _, v := range values {
			if word := s.answerWord(q, v, false); word == w.text || v.Type == state.Nil && slices.Contains(api.Reserved[:], w.text) {
				return v, true
			}
		}
		for _, v := range values {
			if s.answerTitle(q, v, "") == w.text {
				return v, true
			}
		}
	}
	var ids []state.ID
	for _, v := range values {
		if v.Type == state.Ref {
			ids = append(ids, v.ID())
		}
	}
	sameText := func(v state.Value) bool { return v.Type == state.Text && v.Str == w.text }
	steps := []func(state.Value) bool{
		func(v state.Value) bool { return v.Type == state.Ref && s.Label(v.ID()) == w.text },
		func(v state.Value) bool { return v.Type != state.Ref && v.Type != state.Text && v.String() == w.text },
		sameText,
		func(v state.Value) bool {
			return v.Type != state.Ref && (t.Labels[v.String()] == w.text || "+"+v.String() == w.text)
		},
	}
	if w.inQuotes {
		steps = append([]func(state.Value) bool{sameText}, steps...)
	}
	for _, named := range steps {
		if i := slices.IndexFunc(values, named); i >= 0 {
			return values[i], true
		}
	}
	id := s.findNamed(ids, w.text, s.nameless)
	return state.Entity(id), id != state.None
}

// automaticPick returns the automatic pick of a target: nothing if there is nothing to
// choose, or the single legal option if the target says so.
func (s *Session) automaticPick(a *rules.Action, self api.Self, picked []state.Value) (state.Value, bool) {
	t := a.Targets[len(picked)]
	if s.skipped(t, self, picked) {
		return state.Value{}, true
	}
	if !t.Auto {
		return state.Value{}, false
	}
	from, n, only := s.list(t, self, picked), 0, state.Value{}
	for i := from; i < len(s.offered); i++ {
		if v := s.offered[i]; s.pickRefusal(a, self, picked, v) == nil {
			n, only = n+1, v
		}
	}
	s.offered = s.offered[:from]
	if n != 1 {
		return state.Value{}, false
	}
	return only, true
}

// missingTarget returns the refusal of a command that lacks a target: its prompt and
// its options.
func (s *Session) missingTarget(a *rules.Action, self api.Self, picked []state.Value) *diag.Message {
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

// Format returns a command as a player would type it in the current situation.
func (s *Session) Format(c Command) string { return string(s.AppendCommand(nil, &c)) }

// AppendCommand appends what Format returns.
func (s *Session) AppendCommand(text []byte, c *Command) []byte { return s.compose(text, c, nil) }

// compose appends a formatted command, and calls each, if not nil, with every word of
// its item and targets, and where it ends; the target is -1 for the item.
func (s *Session) compose(text []byte, c *Command, each func(word string, end, target int, v state.Value)) []byte {
	if c.Lua != "" {
		return append(append(text, "lua "...), c.Lua...)
	}
	if c.Item == state.None {
		text = append(text, c.Action...)
	} else {
		word := s.itemName(c.Item)
		if text = append(append(text, "use "...), word...); each != nil {
			each(word, len(text), -1, state.Entity(c.Item))
		}
	}
	q := s.PendingQuestion()
	if c.Action != rules.Answer {
		q = nil
	}
	for i, v := range c.Targets {
		if v.Type == state.Nil {
			if q != nil {
				word := s.answerWord(q, v, i == 0)
				if text = append(append(text, ' '), word...); each != nil {
					each(word, len(text), i, v)
				}
				break
			}
			continue // there was nothing to choose
		}
		word := s.describe(v)
		if q != nil {
			word = s.answerWord(q, v, i == 0)
		}
		if v.Type == state.Text && s.wantsQuotes(word) || v.Type == state.Ref && strings.Contains(word, " ") {
			word = strconv.Quote(word)
		}
		if text = append(append(text, ' '), word...); each != nil {
			each(word, len(text), i, v)
		}
	}
	return text
}

// wantsQuotes reports whether a text without quotes would be read as something
// else, or as several words.
func (s *Session) wantsQuotes(text string) bool {
	if text == "" || text == "true" || text == "false" || text == "nil" || text[0] == '+' || s.likeLabel(text) {
		return true
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return true
	}
	return strings.ContainsFunc(text, func(r rune) bool {
		return r == '"' || r == utf8.RuneError || unicode.IsSpace(r) || !unicode.IsPrint(r)
	})
}

// likeLabel reports whether a text could be the label of an entity: the label
// of a zone and a number, perhaps with a player.
func (s *Session) likeLabel(text string) bool {
	text, _, _ = strings.Cut(text, "@")
	base := strings.TrimRight(text, "0123456789")
	return base != text && slices.ContainsFunc(s.apiGame.Layout.Zones, func(z state.ZoneDecl) bool { return z.Label == base })
}

// word is one word of a command, possibly quoted.
type word struct {
	text     string
	inQuotes bool
}

func (w word) is(text string) bool { return w.text == text }

// quoted returns the word as it appears in a message.
func (w word) quoted() diag.Literal { return diag.Literal(strconv.Quote(w.text)) }

// split cuts a command into words; "quoted words" stay together.
func split(text string) []word {
	var out []word
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		if text[0] == '"' {
			if quoted, err := strconv.QuotedPrefix(text); err == nil {
				unquoted, _ := strconv.Unquote(quoted)
				out = append(out, word{unquoted, true})
				text = text[len(quoted):]
				continue
			}
		}
		end := strings.IndexFunc(text, unicode.IsSpace)
		if end < 0 {
			end = len(text)
		}
		out = append(out, word{text[:end], false})
		text = text[end:]
	}
	return out
}
