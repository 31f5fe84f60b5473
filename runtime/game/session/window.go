package session

import (
	"slices"

	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
)

// Window returns the innermost open window, and what it is about, or nil. The
// acting player reacts in it.
func (s *Session) Window() (*rules.Window, *state.Window) {
	w := s.state.Pending().Window()
	if w == nil {
		return nil, nil
	}
	if l := &s.lastWindow; l.window != w || l.game != s.game {
		*l = openWindow{w, s.game, s.game.Window(w.Name)}
	}
	return s.lastWindow.rules, w
}

// openWindow is the declaration of a window in a game.
type openWindow struct {
	window *state.Window
	game   *rules.Game
	rules  *rules.Window
}

// window returns the window in which the acting player may react now, or nil.
func (s *Session) window() *rules.Window {
	if p := s.state.Pending(); p == nil || len(p.Questions) > 0 {
		return nil
	}
	w, _ := s.Window()
	return w
}

// during reports whether an item can be used in the current phase or window.
func (s *Session) during(use *rules.Action, w *rules.Window, phase *rules.Phase) bool {
	if w != nil {
		return slices.Contains(use.During, w.Name)
	}
	return len(use.During) == 0 || slices.Contains(use.During, phase.Name)
}

// reactors lists the players who may react in a window, in order, beginning after
// a player.
func (s *Session) reactors(d *rules.Window, by, after int) []int {
	acting := s.host.Acting
	var few [8]int
	found := few[:0]
	for i := range s.Players() {
		player := (after+i)%s.Players() + 1
		if player == by && !d.All {
			continue
		}
		if s.host.Acting = player; d.Who == nil || s.callReadOnly(d.Who, s.self(), nil).True() {
			found = append(found, player)
		}
	}
	s.host.Acting = acting
	return s.blocks.players.Copy(found)
}

// tryOpen opens a window, which is then the innermost one, if its condition holds
// and someone may react in it. It reports whether the window has opened.
func (s *Session) tryOpen(d *rules.Window, w state.Window) bool {
	was := s.pendingCopy()
	depth := 0
	for _, other := range was.Windows {
		if other.Name == d.Name {
			depth++
		}
	}
	if depth >= d.Depth {
		return false
	}
	s.setWindows(s.blocks.interruptions.One(interruption{was, w}), was.Windows) // what its expressions read
	if d.When == nil || s.callReadOnly(d.When, s.self(), nil).True() {
		by := w.By
		if w.Waiting = s.reactors(d, by, by); len(w.Waiting) > 0 {
			s.setWindows(s.blocks.interruptions.One(interruption{was, w}), was.Windows)
			return true
		}
	}
	s.replacePending(was)
	return false
}

// setWindows replaces what is pending: its window is within outer ones.
func (s *Session) setWindows(i *interruption, outer []*state.Window) {
	i.pending.Windows = s.blocks.windows.New(len(outer) + 1)
	copy(i.pending.Windows, outer)
	i.pending.Windows[len(outer)] = &i.window
	s.setPending(&i.pending)
}

// pendingCopy returns a copy of what is pending.
func (s *Session) pendingCopy() state.Pending {
	if p := s.state.Pending(); p != nil {
		return *p
	}
	return state.Pending{}
}

// replacePending replaces what is pending. If that is nothing but actions, the phase
// that was to be entered afterwards is requested.
func (s *Session) replacePending(p state.Pending) {
	if !p.Empty() {
		s.setPending(s.blocks.pending.One(p))
		return
	}
	if p.Then != "" {
		s.running.next = s.game.Phase(p.Then)
	}
	if len(p.Acts) > 0 {
		s.setPending(s.blocks.pending.One(state.Pending{Acts: p.Acts}))
		return
	}
	s.setPending(nil)
}

// holdForReactions opens a window before a command takes effect, if one opens. It
// reports whether the command waits for it.
func (s *Session) holdForReactions(a *rules.Action, c *Command) bool {
	before := a.Before
	if c.Item != state.None {
		before = s.game.BeforeUse
	}
	for _, d := range before {
		w := state.Window{Name: d.Name, By: s.host.Acting, Action: c.Action, Item: c.Item, Values: s.blocks.values.Copy(c.Targets)}
		if paid := s.running.paid[s.running.paidFrom:]; len(paid) > 0 {
			w.Paid = s.blocks.payments.New(len(paid))
			for i, p := range paid {
				w.Paid[i] = state.Payment{Slot: p.slot, Amount: p.amount}
			}
		}
		if s.tryOpen(d, w) {
			return true
		}
	}
	return false
}

// afterEvent notes the windows that open after an event, once the hooks that are
// running have ended.
func (s *Session) afterEvent(event int, args []state.Value) {
	for _, d := range s.game.AfterEvent[event] {
		w := state.Window{Name: d.Name, By: s.host.Acting, Event: s.game.Events[event].Name, Values: s.blocks.values.Copy(args)}
		i := s.blocks.interruptions.One(interruption{s.pendingCopy(), w})
		next := s.blocks.windows.New(len(i.pending.Next) + 1)
		next[copy(next, i.pending.Next)] = &i.window
		i.pending.Next = next
		s.setPending(&i.pending)
	}
}

// react carries out a command in a window: the player reacts, or passes.
func (s *Session) react(d *rules.Window, a *rules.Action, c *Command, player int) {
	was := s.state.Pending()
	i := s.blocks.interruptions.One(interruption{*was, *was.Window()})
	w := &i.window
	switch passes := a.Name == rules.Pass || a.Name == rules.PassAlways || a.Name == rules.Timeout; {
	case passes || d.Answers == rules.EachAnswers:
		w.Waiting = slices.DeleteFunc(s.blocks.players.Copy(w.Waiting), func(other int) bool { return other == player })
	case d.Answers == rules.OneAnswer:
		w.Waiting = nil
	default:
		w.Waiting = s.reactors(d, w.By, player)
	}
	s.restoreActor(&i.pending)
	s.setWindows(i, was.Windows[:len(was.Windows)-1])
	s.host.Acting = player
	if a.Name == rules.PassAlways {
		slot := s.apiGame.Layout.VarSlot(d.VarPassing, player)
		s.must(s.state.SetVar(slot, state.Truth(true), state.Until{Event: d.PassUntil - 1, Count: 1}))
	}
	s.carryOut(a, c)
	s.host.Acting = s.Player()
}

// restoreActor makes the player who acted before the current question or window the
// acting player again.
func (s *Session) restoreActor(p *state.Pending) {
	if p.Actor != 0 {
		s.setVar(rules.VarActor, state.Num(float64(p.Actor)))
		p.Actor = 0
	}
}

// proceed continues with the windows, of which there is at least one. It
// reports whether someone has to react.
func (s *Session) proceed() bool {
	p := s.pendingCopy()
	if next := p.Next; len(next) > 0 {
		p.Next = nil
		s.replacePending(p)
		for _, w := range slices.Backward(next) { // the first one is the innermost
			if !s.tryOpen(s.game.Window(w.Name), *w) { // nobody reacts; it closes when its turn comes
				i := interruption{pending: s.pendingCopy()}
				outer := i.pending.Windows
				i.pending.Windows = s.blocks.windows.New(len(outer) + 1)
				i.pending.Windows[copy(i.pending.Windows, outer)] = w
				s.setPending(s.blocks.pending.One(i.pending))
			}
		}
		return false
	}
	w := p.Window()
	d := s.game.Window(w.Name)
	for len(w.Waiting) > 0 && !w.Cancelled {
		if s.presentTo(w.Waiting[0]); !s.passes(d) {
			return true
		}
		i := s.blocks.interruptions.One(interruption{s.pendingCopy(), *w})
		w = &i.window
		w.Waiting = w.Waiting[1:]
		s.setWindows(i, i.pending.Windows[:len(i.pending.Windows)-1])
	}
	s.closeWindow(d, w)
	return false
}

// presentTo makes a player the acting one until the current question or window is
// answered. The phase that has been requested waits.
func (s *Session) presentTo(player int) {
	was := s.state.Pending()
	then, actor := was.Then, was.Actor
	if s.running.next != nil {
		then = s.running.next.Name
		s.running.next = nil
	}
	if s.Player() != player {
		if actor == 0 {
			actor = s.Player()
		}
		s.setVar(rules.VarActor, state.Num(float64(player)))
	}
	if then != was.Then || actor != was.Actor {
		p := s.blocks.pending.One(*was)
		p.Then, p.Actor = then, actor
		s.setPending(p)
	}
}

// passes reports whether the acting player passes in a window without being asked.
func (s *Session) passes(d *rules.Window) bool {
	player := s.Player()
	if d.VarPassing > 0 && s.state.Var(s.apiGame.Layout.VarSlot(d.VarPassing, player)).True() {
		return true
	}
	if !d.Skip {
		return false
	}
	s.host.Acting = player
	var legal []Command
	for _, a := range d.Actions {
		s.complete(a, s.self(), Command{}, 1, &legal)
	}
	for id := range s.usable {
		if use := s.item(id).Use; use != nil {
			s.complete(use, api.Self{Entity: id}, Command{}, 1, &legal)
		}
	}
	return len(legal) == 0
}

// closeWindow closes the innermost window. What it was about continues, unless
// it has been cancelled.
func (s *Session) closeWindow(d *rules.Window, w *state.Window) {
	p := s.pendingCopy()
	s.restoreActor(&p)
	p.Windows = slices.Clip(p.Windows[:len(p.Windows)-1])
	s.replacePending(p)
	s.running.questionsAsked = 0
	s.host.Acting = w.By
	switch {
	case w.Event == "":
		s.resumeCommand(w)
	case !w.Cancelled:
		s.call(d.Closed, s.self(), s.remaining(w.Values))
	}
	s.host.Acting = s.Player()
}

// resumeCommand lets a command take effect after it has waited for reactions. It
// has no effect if it is cancelled, or one of its targets is gone.
func (s *Session) resumeCommand(w *state.Window) {
	c := &Command{Action: w.Action, Item: w.Item, Targets: w.Values}
	a := s.heldAction(w)
	if a == nil {
		return
	}
	effect := !w.Cancelled && !slices.ContainsFunc(w.Values, func(v state.Value) bool {
		return v.Type == state.Ref && !s.state.Alive(v.ID())
	})
	due := s.running.paidFrom
	s.running.paidFrom = len(s.running.paid)
	for _, p := range w.Paid {
		s.running.paid = append(s.running.paid, payment{p.Slot, p.Amount})
	}
	s.takeEffect(a, c, effect)
	s.running.paid, s.running.paidFrom = s.running.paid[:s.running.paidFrom], due
}

// ShownForReaction reports whether everyone sees an entity because players may
// react to its use.
func (s *Session) ShownForReaction(id state.ID) bool {
	p := s.state.Pending()
	return p != nil && slices.ContainsFunc(p.Windows, func(w *state.Window) bool {
		if id == state.None || w.Item != id {
			return false
		}
		a := s.heldAction(w)
		return a != nil && !a.Secret.On
	})
}

// heldAction returns the action of the command that waits for a window. It is nil
// if its item is gone, for a window after an event, and if there is no window.
func (s *Session) heldAction(w *state.Window) (a *rules.Action) {
	switch {
	case w == nil:
	case w.Item == state.None:
		a, _ = s.game.Action(w.Action)
	case s.state.Alive(w.Item):
		a = s.item(w.Item).Use
	}
	return a
}

// windowRefusal returns the reason why a command is not possible in the open
// window.
func windowRefusal(d *rules.Window) *diag.Message { return rules.Refuse("window-open", d.Title) }
