package state

import (
	"errors"
	"fmt"
	"slices"
)

// SavedPending is Pending with names instead of numbers.
type SavedPending struct {
	Questions []SavedQuestion `json:"questions"`
	Windows   []SavedWindow   `json:"windows,omitempty"`
	Next      []SavedWindow   `json:"next,omitempty"`
	Acts      []SavedAct      `json:"acts,omitempty"`
	Then      string          `json:"then,omitempty"`
	Actor     int             `json:"actor,omitempty"`
}

// SavedAct is an Act with names instead of numbers.
type SavedAct struct {
	Action  string  `json:"action"`
	Owner   string  `json:"of"`
	Targets []Value `json:"targets,omitempty"`
}

// SavedQuestion is a Question with names instead of numbers.
type SavedQuestion struct {
	Name    string           `json:"name"`
	Owner   string           `json:"of"`
	Asker   ID               `json:"asker,omitempty"`
	Player  int              `json:"player"`
	Prompt  string           `json:"prompt,omitempty"`
	Zone    SavedZone        `json:"zone,omitzero"`
	Options []SavedCandidate `json:"options,omitempty"`
	Min     int              `json:"min"`
	Max     int              `json:"max"`
	Skip    bool             `json:"skip,omitempty"`
	Single  bool             `json:"single,omitempty"`
	Ordered bool             `json:"ordered,omitempty"`
	Repeats bool             `json:"repeats,omitempty"`
	Auto    bool             `json:"auto,omitempty"`
	Blind   bool             `json:"blind,omitempty"`
	Secret  bool             `json:"secret,omitempty"`
	Until   string           `json:"until,omitempty"`
	With    []Value          `json:"with,omitempty"`
}

// SavedCandidate is a Candidate with names instead of numbers. Zone is empty
// for an entity that is temporarily out of play, and for what is not an entity.
type SavedCandidate struct {
	Value  Value  `json:"value"`
	Zone   string `json:"zone,omitempty"`
	Player int    `json:"player,omitempty"`
	Title  string `json:"title,omitempty"`
}

// IsZero reports whether z is the zero value, so that JSON omits it.
func (z SavedZone) IsZero() bool { return z.Name == "" }

func (s *State) savePending() *SavedPending {
	p := s.pending
	if p == nil {
		return nil
	}
	out := &SavedPending{Then: p.Then, Actor: p.Actor, Windows: s.saveWindows(p.Windows), Next: s.saveWindows(p.Next)}
	for _, a := range p.Acts {
		out.Acts = append(out.Acts, SavedAct(*a))
	}
	for _, q := range p.Questions {
		saved := SavedQuestion{
			Name: q.Name, Owner: q.Owner, Asker: q.Asker, Player: q.Player, Prompt: q.Prompt, Min: q.Min, Max: q.Max,
			Skip: q.Skip, Single: q.Single, Ordered: q.Ordered, Repeats: q.Repeats, Auto: q.Auto, Blind: q.Blind, Secret: q.Secret, Until: q.Until, With: q.With,
		}
		if q.Zone >= 0 {
			saved.Zone.Name, saved.Zone.Player = s.zoneName(q.Zone)
		}
		for _, o := range q.Options {
			c := SavedCandidate{Value: o.Value, Title: o.Title}
			if o.Value.Type == Ref && o.Home != Limbo {
				c.Zone, c.Player = s.zoneName(o.Home)
			}
			saved.Options = append(saved.Options, c)
		}
		out.Questions = append(out.Questions, saved)
	}
	return out
}

func (s *State) zoneName(slot int) (name string, player int) {
	d, player := s.Layout.ZoneDecl(slot)
	return d.Name, player
}

// pending restores what interrupts the game. The owner of the state checks the
// names of phases, definitions and hooks.
func (r *restorer) pending() error {
	in := r.in.Pending
	if in == nil {
		return nil
	}
	windows := len(in.Windows) + len(in.Next)
	if len(in.Questions)+windows == 0 || len(in.Questions) > MaxQuestions || windows > MaxWindows || len(in.Acts) > MaxActs || in.Actor < 0 || in.Actor > r.s.Layout.Players {
		return errors.New("the pending part of the state is invalid")
	}
	p := &Pending{Then: in.Then, Actor: in.Actor}
	for i := range in.Questions {
		q, err := r.question(&in.Questions[i])
		if err != nil {
			return err
		}
		p.Questions = append(p.Questions, q)
	}
	var err error
	if p.Windows, err = r.windows(in.Windows); err != nil {
		return err
	}
	if p.Next, err = r.windows(in.Next); err != nil {
		return err
	}
	if p.Acts, err = r.acts(in.Acts); err != nil {
		return err
	}
	r.s.pending = p
	return nil
}

// acts restores the actions to be performed. The owner of the state checks their
// names.
func (r *restorer) acts(saved []SavedAct) (out []*Act, err error) {
	for _, in := range saved {
		gone := func(v Value) bool { return v.Type == Ref && !r.everExisted(v.ID()) }
		if in.Action == "" || len(in.Targets) > maxValues || slices.ContainsFunc(in.Targets, gone) {
			return nil, fmt.Errorf("the action %q that waits is invalid", in.Action)
		}
		a := Act(in)
		out = append(out, &a)
	}
	return out, nil
}

// everExisted reports whether there ever was an entity with this id.
func (r *restorer) everExisted(id ID) bool { return id.Slot() >= 0 && id.Slot() < len(r.s.entities) }

func (r *restorer) question(in *SavedQuestion) (*Question, error) {
	q := &Question{
		Name: in.Name, Owner: in.Owner, Asker: in.Asker, Player: in.Player, Prompt: in.Prompt, Min: in.Min, Max: in.Max,
		Skip: in.Skip, Single: in.Single, Ordered: in.Ordered, Repeats: in.Repeats, Auto: in.Auto, Blind: in.Blind, Secret: in.Secret, Until: in.Until, With: in.With, Zone: -1,
	}
	values := slices.Clone(in.With)
	if in.Zone.Name != "" {
		if q.Zone = r.zoneSlot(in.Zone.Name, in.Zone.Player); q.Zone < 0 {
			r.note("question %s no longer has options: zone %s is gone", in.Name, in.Zone.Name)
		}
	}
	for _, o := range in.Options {
		values = append(values, o.Value)
		c := Candidate{Value: o.Value, Title: o.Title, Home: Limbo}
		if o.Zone != "" {
			if c.Home = r.zoneSlot(o.Zone, o.Player); c.Home < 0 {
				continue // the zone is gone, and the entity with it
			}
		}
		q.Options = append(q.Options, c)
	}
	if q.Name == "" || q.Player < 1 || q.Player > r.s.Layout.Players || q.Min < 0 || q.Max < q.Min || q.Max > MaxPicks ||
		len(in.Options) > MaxOptions || len(q.With) > MaxWith || len(q.Prompt) > maxText {
		return nil, fmt.Errorf("the question %q is invalid", in.Name)
	}
	if q.Asker != None {
		values = append(values, Entity(q.Asker))
	}
	for _, v := range values {
		if v.Type == Ref && !r.everExisted(v.ID()) {
			return nil, fmt.Errorf("the question %q is about entity %d, which never existed", in.Name, v.ID())
		}
	}
	return q, nil
}

// zoneSlot returns the slot of a saved zone, or -1 if it is gone.
func (r *restorer) zoneSlot(name string, player int) int {
	slot, ok := r.s.Layout.Zone(name, max(1, player))
	if !ok || player < 0 || player > r.s.Layout.Players {
		return -1
	}
	return slot
}

// renamePending renames what questions refer to.
func (s *Snapshot) renamePending(owner, zone NameMap) {
	if s.Pending == nil {
		return
	}
	for i := range s.Pending.Acts {
		a := &s.Pending.Acts[i]
		a.Owner, _, _ = owner.name(a.Owner)
	}
	for i := range s.Pending.Questions {
		q := &s.Pending.Questions[i]
		q.Owner, _, _ = owner.name(q.Owner)
		q.Zone.Name, _, _ = zone.name(q.Zone.Name)
		for k := range q.Options {
			o := &q.Options[k]
			o.Zone, _, _ = zone.name(o.Zone)
			if o.Value.Type == Text {
				o.Value.Str, _, _ = owner.name(o.Value.Str)
			}
		}
	}
}
