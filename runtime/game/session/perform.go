package session

import (
	"slices"

	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
)

// Command is an action with its targets chosen.
type Command struct {
	// Player is the player who gives the command, counted from 1; 0 means the
	// acting player.
	Player int
	// Action names an action of the game; empty if Item is used.
	Action string
	Item   state.ID
	// Targets are the picks, one for each target of the action.
	Targets []state.Value
	// Lua is a statement for debugging, given instead of all the above.
	Lua string

	text string
}

// The limits of one command.
const (
	maxPhases = 100
	maxEvents = 2000
	maxNested = 24
)

// perform carries out the running command inside a transaction.
func (s *Session) perform() {
	c := &s.running.command
	var could audience
	if s.game.VarSince != 0 {
		could = s.playersWithClock()
	}
	other := s.takeTurn(c.Player)
	player, together := s.Player(), s.simultaneousPhase()
	a, do := s.sampler.action, c // what is done, which a timeout does not say
	if !s.sampled(c) {
		// The command's legality may have been checked when it was sampled, so
		// checking it is not charged and has a budget of its own.
		before := s.host.VM.Spent()
		s.host.VM.Refund(min(before, s.fuel()-lua.DefaultFuel))
		var reason *diag.Message
		if s.isTimeout(c) {
			a, do, reason = s.timeoutCommand()
		} else if a, reason = s.resolve(c); reason == nil {
			reason = s.commandRefusal(a, c)
		}
		if reason != nil {
			s.running.refusal = reason
			return
		}
		s.host.VM.Refund(before)
		s.host.Reset()
	}
	if !s.setup.NoHistory {
		c.text, s.running.masks = s.maskedText(a, *c, other)
	}
	interrupted := s.state.Pending() != nil
	if d := s.window(); d != nil {
		s.react(d, a, do, player)
	} else {
		s.carryOut(a, do)
	}
	s.recordChoice(together, player, interrupted)
	s.finishCommand()
	if s.game.VarSince != 0 {
		s.startClocks(player, could)
	}
}

// carryOut carries out an allowed command: it takes the costs and calls the hook,
// unless others may react before.
func (s *Session) carryOut(a *rules.Action, c *Command) {
	if s.Over() { // a command after the end restarts the game
		s.setVar(rules.VarOutcome, state.Str(""))
		s.setVar(rules.VarEnding, state.Str(""))
	}
	self := s.selfOf(c)
	s.running.warning = s.warningOf(a, self)
	s.must(s.state.ChangeVar(rules.VarTurn, 1, state.Until{}))
	s.payCosts(a, self, c.Targets, false)
	if q := s.PendingQuestion(); q != nil && s.isAnswer(a) {
		s.resume(q, picks(c.Targets))
	} else if len(s.game.Windows) == 0 || !s.holdForReactions(a, c) {
		s.takeEffect(a, c, true)
	}
}

// takeEffect calls the hook of a command that has been paid for, unless it has no
// effect, and uses up its item.
func (s *Session) takeEffect(a *rules.Action, c *Command, effect bool) {
	zone := state.Limbo
	if c.Item != state.None {
		zone = s.state.ZoneOf(c.Item)
	}
	outer := s.running.targets
	s.running.targets = c.Targets
	if effect {
		s.call(a.Hook, s.selfOf(c), c.Targets)
	}
	if c.Item != state.None {
		s.afterUse(c.Item, zone)
	}
	s.running.targets = outer
}

// picks returns the targets of an answer without the Nils that end it.
func picks(targets []state.Value) []state.Value {
	if i := slices.IndexFunc(targets, func(v state.Value) bool { return v.Type == state.Nil }); i >= 0 {
		return targets[:i]
	}
	return targets
}

// resolve finds the action of a command, or the reason why it does not exist
// now.
func (s *Session) resolve(c *Command) (*rules.Action, *diag.Message) {
	if c.Player != 0 && c.Player != s.Player() {
		return nil, rules.Refuse("other-turn", s.Player())
	}
	for _, a := range s.availableActions() {
		if a.Name == c.Action && c.Item == state.None {
			return a, nil
		}
	}
	if s.Over() {
		return nil, rules.Refuse("game-over")
	}
	if q := s.PendingQuestion(); q != nil {
		return nil, rules.Refuse("answer-first").With(s.prompt(q))
	}
	phase := s.Phase()
	if c.Item != state.None {
		return s.resolveUse(phase, c.Item)
	}
	if d := s.window(); d != nil {
		return nil, windowRefusal(d)
	}
	for _, a := range s.game.Actions {
		switch {
		case a.Name != c.Action:
		case a.Off:
			return nil, rules.Refuse("switched-off", a.Title)
		case slices.Contains(s.game.After, a):
			return nil, rules.Refuse("game-not-over", a.Title)
		default:
			return nil, rules.Refuse("wrong-phase", a.Title, phase.Name)
		}
	}
	return nil, rules.Refuse("unknown-action", diag.Literal(c.Action))
}

func (s *Session) resolveUse(phase *rules.Phase, id state.ID) (*rules.Action, *diag.Message) {
	if !s.state.Alive(id) {
		return nil, rules.Refuse("item-gone")
	}
	it := s.item(id)
	at := s.state.ZoneOf(id)
	d := s.window()
	for _, zone := range useZones(d, phase) {
		if s.apiGame.Layout.ZoneSlot(zone, s.Player()) == at {
			if it.Use == nil {
				return nil, rules.Refuse("item-unusable", it.Definition.Name)
			}
			if !s.during(it.Use, d, phase) {
				break
			}
			return it.Use, nil
		}
	}
	if d != nil {
		return nil, windowRefusal(d)
	}
	return nil, rules.Refuse("item-wrong-phase", it.Definition.Name, phase.Name)
}

func (s *Session) selfOf(c *Command) api.Self {
	if c.Item != state.None {
		return api.Self{Entity: c.Item}
	}
	return s.self()
}

// commandRefusal returns the reason why a complete command is not allowed, or nil.
func (s *Session) commandRefusal(a *rules.Action, c *Command) *diag.Message {
	self := s.selfOf(c)
	if reason := s.refusal(a, self); reason != nil {
		return reason
	}
	if len(c.Targets) != len(a.Targets) {
		return rules.Refuse("target-count", len(a.Targets), len(c.Targets))
	}
	for i := range a.Targets {
		if reason := s.targetRefusal(a, self, c.Targets[:i], c.Targets[i]); reason != nil {
			return reason
		}
	}
	return nil
}

// refusal returns the reason why an action may not even begin, or nil.
func (s *Session) refusal(a *rules.Action, self api.Self) *diag.Message {
	for i := range a.Requires {
		if r := &a.Requires[i]; !s.callReadOnly(r.That, self, nil).True() {
			return r.Reason
		}
	}
	return s.costRefusal(a, self, nil)
}

// canBegin reports whether an action may begin. The reason does not matter, so it
// looks first for fixed costs that cannot be paid, and then asks no script.
func (s *Session) canBegin(a *rules.Action, self api.Self) bool {
	for i := range a.Costs {
		c := &a.Costs[i]
		if c.Amount.Hook == nil && c.After == 0 && c.Amount.Fixed > s.state.Var(s.apiGame.Layout.VarSlot(c.Number, s.host.Acting)).Num {
			return false
		}
	}
	return s.refusal(a, self) == nil
}

// costRefusal returns the refusal for a cost that cannot be paid once exactly
// the given targets are picked. Costs that depend on more targets are not
// checked, and those known earlier only while nothing is picked.
func (s *Session) costRefusal(a *rules.Action, self api.Self, picked []state.Value) *diag.Message {
	for i := range a.Costs {
		c := &a.Costs[i]
		if s.running.free || c.After != len(picked) {
			continue
		}
		slot := s.apiGame.Layout.VarSlot(c.Number, s.host.Acting)
		if s.amountOf(&c.Amount, self, picked) > s.state.Var(slot).Num {
			return c.Short
		}
	}
	return nil
}

func (s *Session) amountOf(a *rules.Amount, self api.Self, picked []state.Value) float64 {
	if a.Hook == nil {
		return a.Fixed
	}
	v := s.callReadOnly(a.Hook, self, picked)
	if v.Type != state.Number || v.Num != v.Num {
		s.host.VM.Fail(diag.New("script/runtime", a.Hook.Place, "expected a number, not %s", v))
	}
	return v.Num
}

// payment is the amount that the running use took from a variable slot.
type payment struct {
	slot   int
	amount float64
}

// payCosts takes the costs of an action or, if it is free, only notes what its
// costs of X would be.
func (s *Session) payCosts(a *rules.Action, self api.Self, targets []state.Value, free bool) {
	for i := range a.Costs {
		c := &a.Costs[i]
		slot, n := s.apiGame.Layout.VarSlot(c.Number, s.host.Acting), 0.0
		switch {
		case c.All:
			n = s.state.Var(slot).Num
		case !free:
			n = s.amountOf(&c.Amount, self, targets)
		}
		if n == 0 {
			continue
		}
		s.running.paid = append(s.running.paid, payment{slot, n})
		if free {
			continue
		}
		problem := s.state.ChangeVar(slot, -n, state.Until{})
		if problem != nil {
			problem.Place = a.Place
		}
		s.must(problem)
	}
}

// afterUse emits the event that an item was used and removes a consumed item,
// unless its own hook has moved it elsewhere.
func (s *Session) afterUse(id state.ID, zone int) {
	arg := [1]state.Value{state.Entity(id)}
	flow{s}.Emit(rules.EventUsed, arg[:])
	if zone == state.Limbo || s.state.ZoneOf(id) != zone {
		return
	}
	if d, _ := s.apiGame.Layout.ZoneDecl(zone); d.SingleUse {
		s.must(s.state.Remove(id, state.Until{}))
	}
}

// enterPhase enters the phase that a hook requested.
func (s *Session) enterPhase() {
	phase := s.running.next
	s.running.next = nil
	s.running.entered++
	if s.running.entered > maxPhases {
		s.host.VM.Fail(diag.New("game/phase-loop", phase.Place,
			"phases entered each other %d times in one command, last %s", maxPhases, phase.Name).
			WithHint("some phase must wait for a command"))
	}
	s.must(s.state.SetWord(rules.VarPhase, phase.Name))
	if phase.Together != nil {
		s.beginSimultaneous(phase)
	}
	arg := [1]state.Value{state.Str(phase.Name)}
	flow{s}.Emit(rules.EventEntered, arg[:])
	s.call(phase.Enter, s.self(), nil)
}

func (s *Session) setVar(slot int, v state.Value) {
	s.must(s.state.SetVar(slot, v, state.Until{}))
}

// must ends the running command if a change of the state was not possible.
func (s *Session) must(problem *diag.Diagnostic) {
	if problem != nil {
		s.host.VM.Fail(*problem)
	}
}

// call calls a hook that may change the state.
func (s *Session) call(h *api.Hook, self api.Self, args []state.Value) state.Value {
	if h == nil {
		return state.Value{}
	}
	cause := s.state.Cause()
	s.state.SetCause(int32(h.Index) + 1)
	if s.tracer != nil {
		s.tracer.enter(s, h, self)
	}
	v := s.host.Call(h, self, args)
	if s.tracer != nil {
		s.tracer.leave(s)
	}
	s.state.SetCause(cause)
	return v
}

// callReadOnly evaluates an expression, which may only read.
func (s *Session) callReadOnly(h *api.Hook, self api.Self, args []state.Value) state.Value {
	before := s.state.Lock()
	v := s.host.Call(h, self, args)
	s.state.Unlock(before)
	return v
}
