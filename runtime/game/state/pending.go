package state

import "sleight/runtime/diag"

// Pending holds what interrupts the game: the questions that scripts have asked
// and players have yet to answer, the windows in which players may react, and the
// actions that hooks have players perform afterwards. It is immutable: asking and
// answering replace it.
type Pending struct {
	// Questions are in the order in which they will be answered, before anyone
	// reacts.
	Questions []*Question
	// Windows are open, one within another, the innermost last. Next are to be
	// opened, the first of them first, when no question waits.
	Windows, Next []*Window
	// Acts are to be performed once nothing else is pending, in this order.
	Acts []*Act
	// Then is the phase to enter once nothing is pending; empty for none.
	Then string
	// Actor is the player, counted from 1, to act again after the first
	// question or the innermost window; 0 if the acting player does not change.
	Actor int
}

// Act is an action that a hook has the acting player perform instead of the next
// command.
type Act struct {
	Action string
	// Owner is the definition whose hook it is, as kind/id.
	Owner   string
	Targets []Value
}

// Empty reports whether nothing is pending, actions aside.
func (p *Pending) Empty() bool { return p == nil || len(p.Questions)+len(p.Windows)+len(p.Next) == 0 }

// Window returns the innermost open window, or nil.
func (p *Pending) Window() *Window {
	if p == nil || len(p.Windows) == 0 {
		return nil
	}
	return p.Windows[len(p.Windows)-1]
}

// Question is a choice that a script has asked for. It is plain data, so that
// it can be saved, undone and replayed.
type Question struct {
	// Name identifies the hook that continues with the answer.
	Name string
	// Owner is the definition that asks, as kind/id, and Asker its entity, or
	// None if it is not in play.
	Owner string
	Asker ID
	// Player answers, counted from 1.
	Player int
	Prompt string
	// Options may be picked. With Zone, a zone slot from 0, they are instead
	// the entities in it when the question is answered; otherwise Zone is -1.
	Options []Candidate
	Zone    int
	// Min and Max bound the number of picks, both included. With fewer options
	// than Min, as many are picked as there are.
	Min, Max int
	// Skip means that the player may pick nothing, whatever Min says.
	Skip bool
	// Single means that the hook takes the pick itself instead of a list.
	Single bool
	// Ordered means that the order of the picks matters, Repeats that one
	// option may be picked several times.
	Ordered, Repeats bool
	// Auto answers the question without asking if it has only one answer.
	Auto bool
	// Blind keeps concealed options concealed from the player asked.
	Blind bool
	// Secret means that the other players do not learn the answer: not at all or,
	// if Until names an event, not before it happens.
	Secret bool
	Until  string
	// With are further arguments of the hook.
	With []Value
}

// Candidate is an option of a question.
type Candidate struct {
	Value Value
	// Home is the zone slot, from 0, that an entity was in when the question
	// was asked. It can be picked only while it is there.
	Home int
	// Title is shown for it; empty for the usual title.
	Title string
}

// The largest numbers of questions that can wait at one time, of options and
// picks of one, of further arguments of its hook,
// and of actions to be performed.
const (
	MaxQuestions = 64
	MaxOptions   = 500
	MaxPicks     = 50
	MaxWith      = 8
	MaxActs      = 16
)

// Pending returns what interrupts the game, or nil.
func (s *State) Pending() *Pending {
	if s.tracker != nil {
		s.tracker.note(readPending, 0)
	}
	return s.pending
}

// SetPending replaces what interrupts the game; nil for nothing.
func (s *State) SetPending(p *Pending) *diag.Diagnostic {
	if problem := s.writable(); problem != nil {
		return problem
	}
	if p != nil && len(p.Windows)+len(p.Next) > MaxWindows {
		d := diag.New("game/windows", diag.Place{}, "%d windows are already open or about to open, which is the most that a game may have", MaxWindows).
			WithHint("look for an event that is emitted over and over in one command")
		return &d
	}
	if p != nil && len(p.Questions) > MaxQuestions {
		d := diag.New("game/questions", diag.Place{}, "%d questions are already waiting to be answered, which is the most that a game may have", MaxQuestions).
			WithHint("look for a hook that asks over and over")
		return &d
	}
	if p != nil && len(p.Acts) > MaxActs {
		d := diag.New("game/actions", diag.Place{}, "%d actions are already waiting to be performed, which is the most that a game may have", MaxActs).
			WithHint("look for a hook that calls act over and over")
		return &d
	}
	if p == s.pending {
		return nil
	}
	c := s.note(OpPending)
	c.extra = s.newExtra()
	c.extra.pending, c.extra.toPending = s.pending, p
	s.apply(c, true)
	return nil
}

// Pending returns the questions before and after an OpPending; both are nil for
// other changes.
func (c *Change) Pending() (before, after *Pending) {
	if c.Op != OpPending {
		return nil, nil
	}
	return c.extra.pending, c.extra.toPending
}

// AvailableOptions appends the options that can be picked: the entities in the zone, or
// what the question lists, without the entities that have left their places.
func (s *State) AvailableOptions(q *Question, out []Value) []Value {
	if q.Zone >= 0 {
		for _, id := range s.Zone(q.Zone) {
			out = append(out, Entity(id))
		}
		return out
	}
	for _, o := range q.Options {
		if id := o.Value.ID(); o.Value.Type == Ref && (!s.Alive(id) || s.ZoneOf(id) != o.Home) {
			continue
		}
		out = append(out, o.Value)
	}
	return out
}

func (s *State) hashPending(d *digest) {
	p := s.pending
	if p == nil { // keeps the hashes of games that never ask
		return
	}
	saved := s.savePending()
	defer hashActs(d, saved)
	defer hashWindows(d, saved)
	d.text(saved.Then)
	d.number(int64(saved.Actor))
	d.number(int64(len(saved.Questions)))
	for _, q := range saved.Questions {
		d.text(q.Name)
		d.text(q.Owner)
		d.number(int64(q.Asker))
		d.number(int64(q.Player))
		d.text(q.Prompt)
		d.text(q.Zone.Name)
		d.number(int64(q.Zone.Player))
		d.number(int64(len(q.Options)))
		for _, o := range q.Options {
			d.value(o.Value)
			d.text(o.Zone)
			d.number(int64(o.Player))
			d.text(o.Title)
		}
		d.number(int64(q.Min))
		d.number(int64(q.Max))
		for _, flag := range []bool{q.Skip, q.Single, q.Ordered, q.Repeats, q.Auto, q.Blind} {
			d.value(Truth(flag))
		}
		if q.Secret { // keeps the hashes of games without secret answers
			d.text("secret")
			d.text(q.Until)
		}
		d.number(int64(len(q.With)))
		for _, v := range q.With {
			d.value(v)
		}
	}
}

func hashActs(d *digest, p *SavedPending) {
	for _, a := range p.Acts { // keeps the hashes of games that do not call act
		d.text("act")
		d.text(a.Action)
		d.text(a.Owner)
		d.number(int64(len(a.Targets)))
		for _, v := range a.Targets {
			d.value(v)
		}
	}
}
