package session

import (
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
)

// flow has the methods that scripts call back. They are not methods of Session, so
// that only a script run by a command can reach them. It implements api.Flow.
type flow struct{ *Session }

// listener is a definition that hears an event: one in play, or the game
// itself.
type listener struct {
	hook     *api.Hook
	entity   state.ID
	player   int // owner of its zone, 0 for nobody
	priority float64
	// about means that the event is about the entity itself, which is then not
	// passed to the hook a second time.
	about bool
}

// Emit calls every listener of an event, then undoes the changes that lasted
// until it. The entity that the event is about, its first argument, is called
// first. Other listeners are called in descending order of priority, then the
// game's own script, then in the order of zones, then of places in the zone.
func (s flow) Emit(event int, args []state.Value) {
	s.pushEvent(event)
	if !s.sampler.unread {
		s.happened(event, args)
	}
	from := len(s.running.listen)
	if len(args) > 0 && args[0].Type == state.Ref && s.game.Heard[rules.ToOwn][event] {
		s.addSubject(event, args[0].ID())
	}
	s.gather(rules.ToEvents, event)
	for i := from; i < len(s.running.listen); i++ {
		l := s.running.listen[i]
		if l.entity != state.None && !s.state.Alive(l.entity) {
			continue
		}
		acting, passed := s.actAs(l.player), args
		if l.about {
			passed = args[1:]
		}
		s.call(l.hook, s.selfOfListener(l), passed)
		s.host.Acting = acting
	}
	s.running.listen = s.running.listen[:from]
	s.running.chain = s.running.chain[:len(s.running.chain)-1]
	s.state.Expire(event)
	if s.game.AfterEvent != nil {
		s.afterEvent(event, args)
	}
}

// happened records an event for those who read the result or watch.
func (s *Session) happened(event int, args []state.Value) {
	h := Event{s.game.Events[event].Name, s.keep(args), s.state.Position()}
	s.running.happened = append(s.running.happened, h)
	if s.observe != nil {
		s.observe(h)
	}
	if s.probe != nil && s.probe.Event != nil {
		s.probe.Event(h)
	}
}

// addSubject appends the entity that an event is about to the listeners, if its
// script has a hook for that. Its zone does not matter.
func (s *Session) addSubject(event int, id state.ID) {
	if !s.state.Alive(id) {
		return
	}
	own := s.item(id).Hears[rules.ToOwn]
	if own == nil || own[event] == nil || s.state.Muted(id) {
		return
	}
	player := 0
	if slot := s.state.ZoneOf(id); slot != state.Limbo {
		_, player = s.apiGame.Layout.ZoneDecl(slot)
	}
	s.running.listen = append(s.running.listen, listener{hook: own[event], entity: id, player: player, about: true})
}

// keep copies the arguments of an event for as long as Result.Events is valid.
func (s *Session) keep(args []state.Value) []state.Value {
	if !s.setup.NoHistory {
		return append([]state.Value(nil), args...)
	}
	r := &s.running
	from := len(r.args)
	if len(args) == 1 { // the usual case, which copying a slice would slow down
		r.args = append(r.args, args[0])
	} else {
		r.args = append(r.args, args...)
	}
	return r.args[from:len(r.args):len(r.args)]
}

// Modify passes a value through every listener, in the order of Emit.
func (s flow) Modify(value int, x state.Value, args []state.Value) state.Value {
	from := s.gather(rules.ToValues, value)
	if from == len(s.running.listen) {
		return x
	}
	var buf [8]state.Value
	n := 1 + copy(buf[1:], args)
	for i := from; i < len(s.running.listen); i++ {
		l := s.running.listen[i]
		s.host.CheckListener(l.entity)
		acting := s.actAs(l.player)
		buf[0] = x
		if v := s.callReadOnly(l.hook, s.selfOfListener(l), buf[:n]); v.Type != state.Nil {
			if v.Type != x.Type || v.Num-v.Num != 0 { // the latter for NaN and infinity
				s.checkModified(l.hook, x, v)
			}
			x = v
		}
		s.host.Acting = acting
	}
	s.running.listen = s.running.listen[:from]
	return x
}

func (s *Session) selfOfListener(l listener) api.Self {
	if l.entity != state.None {
		return api.Self{Entity: l.entity}
	}
	return s.self()
}

// actAs makes scripts run on behalf of the owner of a listener's zone, and
// returns on whose behalf they ran before.
func (s *Session) actAs(player int) int {
	acting := s.host.Acting
	if player != 0 {
		s.host.Acting = player
	}
	return acting
}

// pushEvent adds an event to those being emitted. It limits their depth, and their
// number in one command.
func (s *Session) pushEvent(event int) {
	r := &s.running
	r.emitted++
	if len(r.chain) < maxNested && r.emitted <= maxEvents {
		r.chain = append(r.chain, event)
		return
	}
	var cycle []string
	for _, e := range append(r.chain, event) {
		cycle = append(cycle, s.game.Events[e].Name)
	}
	if len(cycle) > 6 {
		cycle = append([]string{"…"}, cycle[len(cycle)-6:]...)
	}
	s.host.VM.Fail(diag.New("script/event-depth", diag.Place{}, "events emit each other endlessly: %s", strings.Join(cycle, " → ")).
		WithHint("at most %d nested events, and %d in one command, are allowed", maxNested, maxEvents))
}

// Enter requests a phase.
func (s flow) Enter(phase int) { s.running.next = s.game.Phases[phase] }

// End ends the game.
func (s flow) End(won bool, text string) {
	outcome := rules.Lost
	if won {
		outcome = rules.Won
	}
	if s.Over() {
		return // the first end counts
	}
	s.setVar(rules.VarOutcome, state.Str(outcome))
	s.setVar(rules.VarEnding, state.Str(text))
}

// Say records a message for the players.
func (s flow) Say(text string, warning bool) {
	s.say(Message{Text: text, Warning: warning})
}

// Tell records a message for one player, or one that reveals something to all.
func (s flow) Tell(player int, text string) {
	s.say(Message{Text: text, To: player, Reveals: true})
}

// Refuse aborts the running command.
func (s flow) Refuse(reason string) {
	s.running.refusal = rules.Refuse("not-now")
	if reason != "" {
		s.running.refusal = rules.Refuse(rules.ByRules, s.Sentence(reason))
	}
	s.host.VM.Fail(diag.New("script/refused", diag.Place{}, "%s", s.running.refusal))
}

// Phase returns the name of the current phase.
func (s flow) Phase() string { return s.state.Var(rules.VarPhase).Str }

// SetPlayer makes another player the acting one.
func (s flow) SetPlayer(player int) {
	s.setVar(rules.VarActor, state.Num(float64(player)))
	s.host.Acting = player
}
