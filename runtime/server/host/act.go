package host

import (
	"context"

	"sleight/runtime/content/safefile"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/save"
	"sleight/runtime/game/session"
)

// The limits of answers.
const (
	defaultLegal = 200
	maxLegal     = 2000
	maxHistory   = 1000
	maxText      = 4000 // bytes in a command
	maxPicks     = 100
)

// Act runs a command of the seat. When it reports that the command was run, the
// command is on disk, and the other seats are being notified.
func (p *Participant) Act(ctx context.Context, a Act) (ActResult, error) {
	if len(a.Command) > maxText {
		return ActResult{}, fail(Invalid, "a command may have at most %d bytes", maxText)
	}
	if a.Sequence < 0 || a.Version < 0 {
		return ActResult{}, fail(Invalid, "once and version must be whole numbers from 0")
	}
	if err := p.enter(ctx, true); err != nil {
		return ActResult{}, err
	}
	t := p.table
	defer t.unlock()
	if p.player == 0 {
		return ActResult{}, fail(Forbidden, "watchers cannot act")
	}
	seat := &t.seats[p.player-1]
	switch {
	case a.Sequence != 0 && a.Sequence == seat.sequence:
		out := seat.last
		out.Again, out.Version = true, t.version
		return out, nil
	case a.Sequence != 0 && a.Sequence < seat.sequence:
		stale := fail(Stale, "the seat has already given command number %d; use a greater number", seat.sequence)
		stale.Sequence = seat.sequence
		return ActResult{}, stale
	case a.Version > t.version:
		return ActResult{}, fail(Invalid, "the table has version %d, not yet %d", t.version, a.Version)
	case a.Version != 0 && a.Version < t.version:
		return ActResult{}, fail(Stale, "the table has version %d, and the command is for %d", t.version, a.Version)
	}
	t.swapTo(t.host.Content())
	s := t.seat(p.who)
	command, refusal, problem := s.Parse(a.Command)
	if refusal != nil || problem != nil {
		return t.refusal(p, refusal, problem), nil
	}
	return t.run(p, command, a.Sequence)
}

// run runs a parsed command, and records it.
func (t *Table) run(c *Participant, command session.Command, once int64) (ActResult, error) {
	if t.session.Turn() >= save.MaxCommands {
		return ActResult{}, fail(Unavailable, "the game has %d commands, which is the maximum for a table", save.MaxCommands)
	}
	r := t.session.Do(command)
	if !r.OK() {
		return t.refusal(c, r.Refusal, r.Problem), nil
	}
	if err := t.record(r, c.player, once); err != nil {
		return ActResult{}, err
	}
	out := ActResult{Done: true, Command: t.seat(c.who).Command(t.session.Turn()), Version: t.version}
	if once != 0 {
		p := &t.seats[c.player-1]
		p.sequence, p.last = once, out
	}
	return out, nil
}

// record writes the command that was just run to disk and notifies the table of
// it. If that fails, the command is undone.
func (t *Table) record(r session.Result, player int, once int64) error {
	turn := t.session.Turn()
	m := &playedCommand{t.session.Log()[turn].Text, player, once, t.outcome(r)}
	if certain, err := t.file.add(&record{Command: m}); err != nil {
		t.host.Log.Error("a command cannot be written", "table", t.id, "reason", safefile.Reason(err))
		if !certain {
			// Whether the record is on disk is known only when the file is read
			// again.
			t.unload()
			t.file, t.head = nil, nil
			return fail(Unavailable, "the host's disk has failed; the command may or may not have been carried out; check again when the table is available")
		}
		t.session.Goto(turn - 1)
		t.start(t.session)
		return writingFailed(err)
	}
	t.version++
	t.recordResult(r)
	t.notifyAll()
	return nil
}

// refusal returns the answer to a command that was not run: refusal is the rules'
// reason, problem a failure in content.
func (t *Table) refusal(c *Participant, refusal *diag.Message, problem *diag.Diagnostic) ActResult {
	refusal = t.logProblem(refusal, problem)
	return ActResult{Refusal: t.translator(c.who.lang).Message(refusal), Code: refusal.Code, Arguments: refusal.Arguments(), Version: t.version}
}

// logProblem logs a problem, if there is one, and returns the refusal to show to a seat:
// the failure itself may contain information that the seat must not have.
func (t *Table) logProblem(refusal *diag.Message, problem *diag.Diagnostic) *diag.Message {
	if problem == nil {
		return refusal
	}
	t.host.Log.Error("a command failed", "table", t.id, "problem", problem.Error())
	return rules.Refuse("content-fault")
}

// Choose returns the next choice for a command.
func (p *Participant) Choose(ctx context.Context, ask ChoiceRequest) (NextChoice, error) {
	if err := ask.check(); err != nil {
		return NextChoice{}, err
	}
	if err := p.enter(ctx, false); err != nil {
		return NextChoice{}, err
	}
	t := p.table
	defer t.unlock()
	choice, complete, refusal, problem := t.seat(p.who).Choose(ask.Command, ask.Picked)
	out := NextChoice{Choice: choice, Complete: complete}
	if refusal != nil || problem != nil {
		refusal = t.logProblem(refusal, problem)
		out.Refusal, out.Code, out.Arguments = t.translator(p.who.lang).Message(refusal), refusal.Code, refusal.Arguments()
	}
	return out, nil
}

// check limits the size of a request.
func (r ChoiceRequest) check() error {
	if len(r.Command) > maxText || len(r.Picked) > maxPicks {
		return fail(Invalid, "a command may have at most %d bytes and %d picks", maxText, maxPicks)
	}
	return nil
}

// Preview returns the certain effects of a command.
func (p *Participant) Preview(ctx context.Context, ask ChoiceRequest) (SeatPreview, error) {
	if err := ask.check(); err != nil {
		return SeatPreview{}, err
	}
	if err := p.enter(ctx, false); err != nil {
		return SeatPreview{}, err
	}
	t := p.table
	defer t.unlock()
	preview, refusal, problem := t.seat(p.who).Preview(ask.Command, ask.Picked)
	out := SeatPreview{Changes: []string{}, Steps: preview.Steps, Chance: preview.Chance, Odds: preview.Odds, Next: (*Next)(preview.Next)}
	for _, change := range preview.Changes {
		out.Changes = append(out.Changes, change.Text)
	}
	if refusal != nil || problem != nil {
		refusal = t.logProblem(refusal, problem)
		out.Refusal, out.Code, out.Arguments = t.translator(p.who.lang).Message(refusal), refusal.Code, refusal.Arguments()
	}
	return out, nil
}

// Legal lists commands that the seat may give now: at most limit, or a default
// number if limit is 0.
func (p *Participant) Legal(ctx context.Context, limit int) (Commands, error) {
	if limit < 1 || limit > maxLegal {
		limit = defaultLegal
	}
	if err := p.enter(ctx, false); err != nil {
		return Commands{}, err
	}
	t := p.table
	defer t.unlock()
	all, problem := t.seat(p.who).Legal(limit + 1)
	if problem != nil {
		t.logProblem(nil, problem)
		return Commands{Commands: []string{}}, nil
	}
	return Commands{all[:min(limit, len(all))], len(all) > limit}, nil
}

// History lists the commands since a turn, as far as the seat may know them.
func (p *Participant) History(ctx context.Context, from int) (SeatLog, error) {
	if err := p.enter(ctx, false); err != nil {
		return SeatLog{}, err
	}
	t := p.table
	defer t.unlock()
	s, log := t.seat(p.who), t.session.Log()
	out := SeatLog{Turn: t.session.Turn(), Entries: []SeatLogEntry{}}
	for turn := max(0, from); turn < len(log) && len(out.Entries) < maxHistory; turn++ {
		out.Entries = append(out.Entries, SeatLogEntry{Turn: turn, Player: log[turn].Player, Command: s.Command(turn), Said: s.Messages(turn), Changes: t.changes(turn, p.who)})
	}
	return out, nil
}
