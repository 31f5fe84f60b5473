package protocol

import (
	"context"

	"sleight/runtime/diag"
	"sleight/runtime/game/board"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/save"
	"sleight/runtime/game/session"
)

func (c *Client) view(ctx context.Context, p ViewRequest) (*OpenedSession, *Error) {
	t, err := c.server.lockSession(ctx, p.Session)
	if err != nil {
		return nil, err
	}
	defer t.mutex.Unlock()
	if err := t.checkPlayer(p.Player); err != nil {
		return nil, err
	}
	return c.shown(t, nil, p.Player), nil
}

func (c *Client) legal(ctx context.Context, p LegalRequest) (LegalCommands, *Error) {
	t, err := c.server.lockSession(ctx, p.Session)
	if err != nil {
		return LegalCommands{}, err
	}
	defer t.mutex.Unlock()
	limit := p.Limit
	if limit < 1 || limit > 10*defaultLegal {
		limit = defaultLegal
	}
	commands, problem := t.session.Legal(limit + 1)
	if problem != nil {
		return LegalCommands{}, c.server.problemError(*problem)
	}
	out := LegalCommands{Commands: []string{}, More: len(commands) > limit}
	for _, command := range commands[:min(limit, len(commands))] {
		out.Commands = append(out.Commands, t.session.Format(command))
	}
	return out, nil
}

// act performs a step of a game, notifies the watchers, and returns the reply.
func (c *Client) act(ctx context.Context, id string, player int, step func(s *session.Session) session.Result) (*Reply, *Error) {
	t, err := c.server.lockSession(ctx, id)
	if err != nil {
		return nil, err
	}
	defer t.mutex.Unlock()
	if err := t.checkPlayer(player); err != nil {
		return nil, err
	}
	viewer := player
	if viewer == 0 {
		viewer = t.session.Player()
	}
	t.attachDebugger(c.server.options.Target)
	r := step(t.session)
	translator := t.translator(c.lang())
	reply := &Reply{
		Done: r.OK(), Command: r.Command, Refusal: translator.Message(r.Refusal), Said: messagesFor(t.session, translator, r.Messages, viewer), Warning: translator.Message(t.session.Sentence(r.Warning)),
	}
	if r.Refusal != nil {
		reply.Code, reply.Arguments = r.Refusal.Code, r.Refusal.Arguments()
	}
	t.record(r)
	if r.OK() && r.Command != "" {
		reply.Changes = t.changesAt(t.session.Turn(), viewKey{viewer, c.lang()})
	}
	if r.Problem != nil {
		reply.Problem = &c.server.explain(diag.List{*r.Problem})[0]
	}
	t.touch(r)
	seen := t.cached(viewKey{player, c.lang()})
	reply.Version, reply.View, reply.Steps = t.version, seen.view, seen.steps
	c.server.changed(t)
	return reply, nil
}

// turn is act for a step that only the acting player may take.
func (c *Client) turn(ctx context.Context, id string, player int, step func(s *session.Session) session.Result) (*Reply, *Error) {
	return c.act(ctx, id, player, func(s *session.Session) session.Result {
		if player != 0 && player != s.Player() {
			return session.Result{Refusal: rules.Refuse("other-turn", s.Player())}
		}
		return step(s)
	})
}

// advance is turn for a step that may run a command: the game must not have
// become too long for a save.
func (c *Client) advance(ctx context.Context, id string, player int, step func(s *session.Session) session.Result) (*Reply, *Error) {
	full := false
	r, err := c.turn(ctx, id, player, func(s *session.Session) session.Result {
		if full = s.Turn() >= save.MaxCommands; full {
			return session.Result{Refusal: rules.Refuse("not-now")}
		}
		return step(s)
	})
	if full && err == nil {
		return nil, fail(codeLimit, "the game has %d commands, which is the maximum for a session: undo some, or start a new game", save.MaxCommands)
	}
	return r, err
}

func (c *Client) do(ctx context.Context, p Do) (*Reply, *Error) {
	forbidden, asks := false, false
	r, err := c.advance(ctx, p.Session, p.Player, func(s *session.Session) session.Result {
		if refusal := p.refuseOther(s); refusal != nil {
			return session.Result{Refusal: refusal}
		}
		if s.ChoiceStarted() {
			return s.Run(p.Command) // reports that the choice must be finished first
		}
		command, refusal, problem := s.Parse(p.Command)
		switch {
		case refusal != nil || problem != nil:
			return session.Result{Refusal: refusal, Problem: problem}
		case command.Lua != "" && !c.rights.Debug:
			forbidden = true
			return session.Result{Refusal: rules.Refuse("debugging")}
		}
		if !p.Confirmed {
			if r, warned := askToConfirm(s, p.Command, command); warned {
				asks = r.OK()
				return r
			}
		}
		return s.Do(command)
	})
	if asks {
		r.Done, r.Warning = false, r.View.Choice.Warning
	}
	if forbidden {
		return nil, fail(codeForbidden, "Lua is for debugging: start sleight serve with --debug to allow it")
	}
	return r, err
}

// askToConfirm opens the choice of whether to run a complete command, if that
// command carries a warning.
func askToConfirm(s *session.Session, text string, c session.Command) (r session.Result, warned bool) {
	switch warning, problem := s.Warning(c); {
	case problem != nil:
		return session.Result{Problem: problem}, true
	case warning == "":
		return r, false
	}
	return s.Begin(text), true
}

func (c *Client) beginChoice(ctx context.Context, p Do) (*Reply, *Error) {
	return c.advance(ctx, p.Session, p.Player, func(s *session.Session) session.Result {
		if refusal := p.refuseOther(s); refusal != nil {
			return session.Result{Refusal: refusal}
		}
		return s.Begin(p.Command)
	})
}

// refuseOther refuses a command addressed to another player than the one whom the
// client names.
func (d *Do) refuseOther(s *session.Session) *diag.Message {
	if to := session.Addressee(d.Command); d.Player > 0 && to > 0 && to != d.Player {
		return rules.Refuse("other-turn", s.Player())
	}
	return nil
}

func (c *Client) pick(ctx context.Context, p Pick) (*Reply, *Error) {
	return c.advance(ctx, p.Session, p.Player, func(s *session.Session) session.Result { return s.Pick(p.Option) })
}

func (c *Client) confirm(ctx context.Context, p ViewRequest) (*Reply, *Error) {
	return c.advance(ctx, p.Session, p.Player, (*session.Session).Confirm)
}

func (c *Client) cancel(ctx context.Context, p ViewRequest) (*Reply, *Error) {
	return c.turn(ctx, p.Session, p.Player, func(s *session.Session) (r session.Result) {
		if !s.Cancel() {
			r.Refusal = rules.Refuse("nothing-to-cancel")
		}
		return r
	})
}

// travel is act for a step through the history to a turn. A client that names a
// player, or watches the session as one, undoes and redoes only that player's
// commands.
func (c *Client) travel(ctx context.Context, id string, player int, none string, to func(now, undo, redo int) int) (*Reply, *Error) {
	as := player
	if as == 0 {
		c.server.mutex.Lock()
		as = c.watching[id]
		c.server.mutex.Unlock()
	}
	return c.act(ctx, id, player, func(s *session.Session) (r session.Result) {
		now := s.Turn()
		undo, redo := s.History()
		turn := to(now, undo, redo)
		if turn < now-undo || turn > now+redo || turn == now && none != "no-such-turn" {
			r.Refusal = rules.Refuse(none)
			return r
		}
		between := s.Undone()[:max(0, turn-now)]
		if turn < now {
			between = s.Log()[turn+1:]
		}
		for _, e := range between {
			if as != 0 && e.Player != as && s.Players() > 1 {
				r.Refusal = rules.Refuse("not-yours", e.Player)
				return r
			}
		}
		s.Goto(turn)
		return r
	})
}

func (c *Client) undo(ctx context.Context, p StepCount) (*Reply, *Error) {
	return c.travel(ctx, p.Session, p.Player, "nothing-to-undo", func(now, undo, _ int) int { return now - min(max(1, p.Count), undo) })
}

func (c *Client) redo(ctx context.Context, p StepCount) (*Reply, *Error) {
	return c.travel(ctx, p.Session, p.Player, "nothing-to-redo", func(now, _, redo int) int { return now + min(max(1, p.Count), redo) })
}

func (c *Client) goTo(ctx context.Context, p Goto) (*Reply, *Error) {
	return c.travel(ctx, p.Session, p.Player, "no-such-turn", func(int, int, int) int { return p.Turn })
}

func (c *Client) log(ctx context.Context, p LogRequest) (Log, *Error) {
	t, err := c.server.lockSession(ctx, p.Session)
	if err != nil {
		return Log{}, err
	}
	defer t.mutex.Unlock()
	translator := t.translator(c.lang())
	if err := t.checkPlayer(p.Player); err != nil {
		return Log{}, err
	}
	out := Log{Turn: t.session.Turn(), Last: -1, Entries: []LogEntry{}}
	viewer := p.Player
	if viewer == 0 {
		viewer = t.session.Player()
	}
	add := func(e session.Entry, undone bool) {
		if out.Last++; out.Last < p.From || len(out.Entries) == maxEntries {
			return
		}
		out.Entries = append(out.Entries, LogEntry{
			Turn: out.Last, Command: e.Text, Player: e.Player, Said: messagesFor(t.session, translator, e.Messages, viewer), Undone: undone,
			Changes: append([]board.Change(nil), t.changesAt(out.Last, viewKey{p.Player, c.lang()})...),
		})
	}
	for _, e := range t.session.Log() {
		add(e, false)
	}
	for _, e := range t.session.Undone() {
		add(e, true)
	}
	return out, nil
}

func (c *Client) evaluate(ctx context.Context, p Evaluate) (Value, *Error) {
	t, err := c.server.lockSession(ctx, p.Session)
	if err != nil {
		return Value{}, err
	}
	defer t.mutex.Unlock()
	text, problem := t.session.Evaluate(p.Source)
	if problem != nil {
		return Value{Problem: &c.server.explain(diag.List{*problem})[0]}, nil
	}
	return Value{Text: text}, nil
}

func (c *Client) tune(ctx context.Context, p Tune) (*Reply, *Error) {
	base := c.server.live()
	tuned := base
	if len(p.Params) > 0 {
		var problems diag.List
		if tuned, problems = base.With(p.Params); tuned == nil {
			return nil, c.server.problemError(problems[0])
		}
	}
	t, err := c.server.find(ctx, p.Session)
	if err != nil {
		return nil, err
	}
	var notes diag.List
	reply, err := c.act(ctx, p.Session, 0, func(s *session.Session) (r session.Result) {
		if notes = s.Swap(tuned); notes.Failed() {
			r.Problem = &notes[0]
			return r
		}
		t.params = p.Params
		return r
	})
	if err == nil && reply.Problem == nil {
		reply.Notes = c.server.explain(notes)
	}
	return reply, err
}
