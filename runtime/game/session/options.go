package session

import (
	"cmp"
	"slices"
	"strconv"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
)

// Option is something that can be picked for a target.
type Option struct {
	Value state.Value
	// Label is what a player types for it: d2 for an entity, else the value.
	Label string
	// Title is its title in words.
	Title string
	// Reason says why it cannot be picked; nil if it can.
	Reason *diag.Message
	// Definition is what the option stands for, if that is a definition.
	Definition *def.Definition
}

// skipped reports whether a target is skipped after the given picks because its
// condition when is false. Its value is then Nil.
func (s *Session) skipped(t *rules.Target, self api.Self, picked []state.Value) bool {
	if t.FromQuestion {
		return len(picked) > 0 && picked[len(picked)-1].Type == state.Nil
	}
	return t.When != nil && !s.callReadOnly(t.When, self, picked).True()
}

// values appends all values that a target offers, allowed or not.
func (s *Session) values(t *rules.Target, self api.Self, picked, out []state.Value) []state.Value {
	switch {
	case t.FromQuestion:
		out = s.candidates(picked, out)
	case s.skipped(t, self, picked):
		out = append(out, state.Value{})
	case t.ZoneNumber >= 0:
		for _, id := range s.Listed(s.apiGame.Layout.ZoneSlot(t.ZoneNumber, s.host.Acting)) {
			out = append(out, state.Entity(id))
		}
	case t.List != nil:
		before, from := s.state.Lock(), len(out)
		out = s.dropGone(s.host.CallList(t.List, self, picked, out), from)
		s.state.Unlock(before)
		s.sortListed(out[from:])
	default:
		out = append(out, t.Literals...)
	}
	return out
}

// dropGone removes nil, and entities that are gone, from the values from an index
// on: nobody can pick them.
func (s *Session) dropGone(values []state.Value, from int) []state.Value {
	rest := slices.DeleteFunc(values[from:], func(v state.Value) bool {
		return v.Type == state.Nil || v.Type == state.Ref && !s.state.Alive(v.ID())
	})
	return values[:from+len(rest)]
}

// list pushes all values that a target offers, allowed or not, on the stack of
// offers, and returns the index of the first. The caller pops them.
func (s *Session) list(t *rules.Target, self api.Self, picked []state.Value) (from int) {
	from = len(s.offered)
	s.offered = s.values(t, self, picked, s.offered)
	return from
}

// pickRefusal returns the reason why a value may not be picked after the given
// ones, or nil if it may.
func (s *Session) pickRefusal(a *rules.Action, self api.Self, picked []state.Value, v state.Value) *diag.Message {
	var buf [8]state.Value
	args := append(append(buf[:0], picked...), v)
	if reason := s.lastPickRefusal(a, self, args); reason != nil {
		return reason
	}
	if len(args) < len(a.Targets) {
		return s.noOptionRefusal(a, self, args)
	}
	return nil
}

// lastPickRefusal returns the reason why the last of the given picks is not allowed, or
// nil. It does not check whether later targets have options.
func (s *Session) lastPickRefusal(a *rules.Action, self api.Self, picked []state.Value) *diag.Message {
	last := len(picked) - 1
	t := a.Targets[last]
	if picked[last].Type != state.Nil {
		for i := range t.Requires {
			if r := &t.Requires[i]; !s.callReadOnly(r.That, self, picked).True() {
				return r.Reason
			}
		}
	}
	return s.costRefusal(a, self, picked)
}

// noOptionRefusal returns the reason why the target after the given picks has nothing
// to offer, or nil.
func (s *Session) noOptionRefusal(a *rules.Action, self api.Self, picked []state.Value) *diag.Message {
	from := s.list(a.Targets[len(picked)], self, picked)
	reason := s.noOptionRefusalFrom(a, self, picked, from)
	s.offered = s.offered[:from]
	return reason
}

// noOptionRefusalFrom is noOptionRefusal for a target whose offers have been listed.
func (s *Session) noOptionRefusalFrom(a *rules.Action, self api.Self, picked []state.Value, from int) *diag.Message {
	t := a.Targets[len(picked)]
	var reason *diag.Message
	asked := true
	for i := from; i < len(s.offered); i++ {
		v := s.offered[i]
		why := s.pickRefusal(a, self, picked, v)
		if why == nil {
			return nil
		}
		if reason == nil {
			reason = why
		}
		asked = v.Type != state.Nil
	}
	if t.None != nil && asked {
		return t.None
	}
	if reason != nil {
		return reason
	}
	return t.Empty
}

// targetRefusal returns the reason why a value of a command cannot be a target, or
// nil.
func (s *Session) targetRefusal(a *rules.Action, self api.Self, picked []state.Value, v state.Value) *diag.Message {
	from := s.list(a.Targets[len(picked)], self, picked)
	known := slices.Contains(s.offered[from:], v)
	s.offered = s.offered[:from]
	if t := a.Targets[len(picked)]; !known && t.FromQuestion && v.Type == state.Nil {
		return s.missingTarget(a, self, picked) // more picks are needed
	}
	if !known {
		return rules.Refuse("target-unknown", diag.Literal(s.describe(v)))
	}
	return s.pickRefusal(a, self, picked, v)
}

// options lists the options of a target, with reasons.
func (s *Session) options(a *rules.Action, self api.Self, picked []state.Value) []Option {
	t := a.Targets[len(picked)]
	var out []Option
	for _, v := range s.values(t, self, picked, nil) {
		o := Option{Value: v, Label: s.describe(v), Reason: s.pickRefusal(a, self, picked, v)}
		if t.FromQuestion {
			o.Definition = s.offeredDefinition(v)
			o.Label = s.answerWord(s.PendingQuestion(), v, len(picked) == 0)
		}
		o.Title = o.Label
		if t.FromQuestion {
			o.Title = s.answerTitle(s.PendingQuestion(), v, o.Label)
		}
		if v.Type == state.Ref && !s.Concealed(v.ID()) {
			o.Title = s.Definition(v.ID()).Name
		}
		if title, ok := s.optionTitle(t, self, picked, v); ok {
			o.Title = title
		}
		out = append(out, o)
	}
	return out
}

// optionTitle returns the title that the content gives to an option, if it does.
func (s *Session) optionTitle(t *rules.Target, self api.Self, picked []state.Value, v state.Value) (title string, ok bool) {
	if len(t.Labels) > 0 {
		if title, ok = t.Labels[v.String()]; ok {
			return title, true
		}
	}
	if t.Title == nil {
		return "", false
	}
	return s.callReadOnly(t.Title, self, append(picked[:len(picked):len(picked)], v)).String(), true
}

// describe returns a value as a player would type it.
func (s *Session) describe(v state.Value) string {
	if v.Type == state.Ref {
		return s.Label(v.ID())
	}
	return v.String()
}

// Offer is an action and whether it can be done now.
type Offer struct {
	Action *rules.Action
	Item   state.ID // the item used; None for an action of the game
	// Command is the beginning of the command: "reroll" or "use flip".
	Command string
	Title   string
	Costs   []Price
	// Reason says why it cannot be done; nil if it can.
	Reason  *diag.Message
	Warning string
}

// Price is the current cost of an action.
type Price struct {
	Variable string
	Amount   float64
	// All means that it takes all there is, Amount.
	All bool
	// Known is false while the amount depends on later picks.
	Known bool
}

// Offers lists the actions of the phase and the items that may be used,
// including those that are not possible now. If a script that decides about some of
// them fails, the problem is the first failure, and the others are listed.
func (s *Session) Offers() (offers []Offer, problem *diag.Diagnostic) {
	add := func(c offerable) { offers = append(offers, s.offer(c.action, c.self, s.commandOf(c))) }
	problem = s.readOnly(func() { s.eachOfferable(add) })
	if problem != nil {
		offers = nil
		s.separately(problem, add)
	}
	return offers, problem
}

// offerable is an available action, or the use of an item.
type offerable struct {
	action *rules.Action
	self   api.Self
	item   bool
}

// commandOf returns the words that a player types first.
func (s *Session) commandOf(c offerable) string {
	if c.item {
		return "use " + s.itemName(c.self.Entity)
	}
	return c.action.Name
}

// eachOfferable calls yield for the available actions and the items that may be
// used.
func (s *Session) eachOfferable(yield func(offerable)) {
	for _, a := range s.availableActions() {
		yield(offerable{a, s.self(), false})
	}
	for id := range s.usable {
		if use := s.item(id).Use; use != nil {
			yield(offerable{use, api.Self{Entity: id}, true})
		}
	}
}

// separately calls do for each offerable by itself, after a script has failed for
// some of them, so that the others are not lost. It does nothing if the scripts take
// too long, since this would take longer.
func (s *Session) separately(problem *diag.Diagnostic, do func(offerable)) {
	var all []offerable
	if problem.Code == "script/fuel" || s.readOnly(func() { s.eachOfferable(func(c offerable) { all = append(all, c) }) }) != nil {
		return
	}
	for _, c := range all {
		_ = s.readOnly(func() { do(c) }) // a failure is known already
	}
}

func (s *Session) offer(a *rules.Action, self api.Self, command string) Offer {
	o := Offer{Action: a, Item: self.Entity, Command: command, Title: a.Title}
	for i := range a.Costs {
		c := &a.Costs[i]
		p := Price{Variable: c.Variable, Known: c.After == 0, All: c.All}
		if c.All {
			p.Amount = s.state.Var(s.apiGame.Layout.VarSlot(c.Number, s.host.Acting)).Num
		} else if p.Known {
			p.Amount = s.amountOf(&c.Amount, self, nil)
		}
		o.Costs = append(o.Costs, p)
	}
	o.Reason = s.refusal(a, self)
	if o.Reason == nil && len(a.Targets) > 0 {
		o.Reason = s.noOptionRefusal(a, self, nil)
	}
	o.Warning = s.warningOf(a, self)
	return o
}

func (s *Session) warningOf(a *rules.Action, self api.Self) string {
	if a.Warning.Text == "" || a.Warning.When != nil && !s.callReadOnly(a.Warning.When, self, nil).True() {
		return ""
	}
	return a.Warning.Text
}

// itemName returns what a player types for an item: its definition's id, or
// id#2 for the second with that id in the zones that may be used.
func (s *Session) itemName(id state.ID) string {
	if s.nameless(id) || !s.state.Alive(id) {
		return s.Label(id)
	}
	key := s.state.Prototype(id).ID
	n := 0
	for other := range s.usable {
		if s.state.Prototype(other).ID == key {
			n++
		}
		if other == id {
			break
		}
	}
	if n <= 1 {
		return key
	}
	return key + "#" + strconv.Itoa(n)
}

// available lists the actions of the phase, or those available after the end of the
// game, and the zones, by number, whose items may be used.
func (s *Session) available() (actions []*rules.Action, useZones []int) {
	if s.Over() {
		return s.game.After, nil
	}
	if q := s.PendingQuestion(); q != nil {
		s.answers[0] = s.answer(q)
		return s.answers[:], nil
	}
	if d := s.window(); d != nil {
		return d.Offered, d.UseZones
	}
	if phase := s.Phase(); phase != nil {
		return phase.Actions, phase.UseZones
	}
	return nil, nil
}

func (s *Session) availableActions() []*rules.Action {
	actions, _ := s.available()
	return actions
}

// useZones returns the zones, by number, whose items may be used now: those of the
// window, if there is one.
func useZones(d *rules.Window, phase *rules.Phase) []int {
	if d != nil {
		return d.UseZones
	}
	return phase.UseZones
}

// usable yields the items in the zones whose items may be used now.
func (s *Session) usable(yield func(state.ID) bool) {
	_, zones := s.available()
	s.usableIn(zones, yield)
}

// usableIn is usable for the zones that available has returned.
func (s *Session) usableIn(zones []int, yield func(state.ID) bool) {
	d := s.window()
	for _, zone := range zones {
		slot := s.apiGame.Layout.ZoneSlot(zone, s.Player())
		ids := s.state.Zone(slot)
		if s.apiGame.Layout.Unordered {
			ids = s.Listed(slot)
		}
		for _, id := range ids {
			if s.game.Restricted || d != nil {
				if use := s.item(id).Use; use != nil && !s.during(use, d, s.Phase()) {
					continue
				}
			}
			if !yield(id) {
				return
			}
		}
	}
}

// maxAnswers is the largest number of answers to a question that Legal lists.
// A player may give any other answer too.
const maxAnswers = 10_000

// Legal lists the complete commands that are legal now, at most limit of them
// (0 for all, but not for more than 10,000 answers to a question). If a script that
// decides about some of them fails, the problem is the first failure, and the
// commands of the other actions and items are listed.
func (s *Session) Legal(limit int) (commands []Command, problem *diag.Diagnostic) {
	return s.LegalIn(nil, limit)
}

// LegalIn is Legal with memory for the list.
func (s *Session) LegalIn(memory []Command, limit int) (commands []Command, problem *diag.Diagnostic) {
	commands = memory[:0]
	add := func(c offerable) {
		most, command, found := limit, Command{Action: c.action.Name}, commands
		switch {
		case c.item:
			command = Command{Item: c.self.Entity}
		case s.isAnswer(c.action):
			most = min(cmp.Or(limit, maxAnswers), maxAnswers)
		}
		s.complete(c.action, c.self, command, most, &found)
		commands = found
	}
	problem = s.readOnly(func() { s.eachOfferable(add) })
	if problem != nil {
		commands = memory[:0]
		s.separately(problem, add)
	}
	return commands, problem
}

// complete appends every way to choose the targets of an action.
func (s *Session) complete(a *rules.Action, self api.Self, c Command, limit int, out *[]Command) {
	if s.canBegin(a, self) {
		c.Player = s.Player()
		var buf [8]state.Value
		s.completeFrom(a, self, &c, buf[:0], limit, out)
	}
}

// completeFrom appends every way to complete the picks so far.
func (s *Session) completeFrom(a *rules.Action, self api.Self, c *Command, picked []state.Value, limit int, out *[]Command) {
	if limit > 0 && len(*out) >= limit {
		return
	}
	if len(picked) == len(a.Targets) {
		*out = append(*out, *c)
		(*out)[len(*out)-1].Targets = s.blocks.values.Copy(picked)
		return
	}
	from := s.list(a.Targets[len(picked)], self, picked)
	asked := a.Targets[len(picked)].FromQuestion
	for i := from; i < len(s.offered); i++ {
		if asked && !s.ascending(s.PendingQuestion(), picked, s.offered[i]) {
			continue
		}
		if further := append(picked, s.offered[i]); s.lastPickRefusal(a, self, further) == nil {
			s.completeFrom(a, self, c, further, limit, out)
		}
	}
	s.offered = s.offered[:from]
}
