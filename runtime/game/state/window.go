package state

import (
	"fmt"
	"slices"
)

// Window is a moment in which players may react to a command, which has been
// paid for and has yet to take effect, or to an event. It is plain data, so
// that it can be saved, undone and replayed.
type Window struct {
	// Name is the name of its declaration.
	Name string
	// By is the player who gave the command, or for whom the event was emitted,
	// counted from 1.
	By int
	// Waiting lists the players who have yet to react or pass, in order.
	Waiting []int
	// Action is the name of the command's action, and Item the entity it uses, if
	// it uses one. Event is the name of the event.
	Action, Event string
	Item          ID
	// Values are the targets of the command, or the arguments of the event.
	Values []Value
	// Paid is what the command has cost.
	Paid []Payment
	// Cancelled means that a reaction has prevented the event or command.
	Cancelled bool
}

// Payment is an amount taken from a variable slot.
type Payment struct {
	Slot   int
	Amount float64
}

// MaxWindows is the largest number of windows that can be open, or about to
// open, at one time.
const MaxWindows = 64

// SavedWindow is a Window with names instead of numbers.
type SavedWindow struct {
	Name      string         `json:"name"`
	By        int            `json:"by"`
	Waiting   []int          `json:"waiting"`
	Action    string         `json:"action,omitempty"`
	Event     string         `json:"event,omitempty"`
	Item      ID             `json:"item,omitempty"`
	Values    []Value        `json:"values,omitempty"`
	Paid      []SavedPayment `json:"paid,omitempty"`
	Cancelled bool           `json:"cancelled,omitempty"`
}

// SavedPayment is a Payment with names instead of numbers.
type SavedPayment struct {
	Name   string  `json:"name"`
	Player int     `json:"player,omitempty"`
	Amount float64 `json:"amount"`
}

func (s *State) saveWindows(windows []*Window) (out []SavedWindow) {
	for _, w := range windows {
		saved := SavedWindow{w.Name, w.By, w.Waiting, w.Action, w.Event, w.Item, w.Values, nil, w.Cancelled}
		for _, p := range w.Paid {
			d, player := s.Layout.VarDecl(p.Slot)
			saved.Paid = append(saved.Paid, SavedPayment{d.Name, player, p.Amount})
		}
		out = append(out, saved)
	}
	return out
}

// windows restores windows. The owner of the state checks their names.
func (r *restorer) windows(saved []SavedWindow) (out []*Window, err error) {
	for i := range saved {
		in := &saved[i]
		player := func(n int) bool { return n >= 1 && n <= r.s.Layout.Players }
		if in.Name == "" || !player(in.By) || slices.ContainsFunc(in.Waiting, func(n int) bool { return !player(n) }) || len(in.Values) > maxValues {
			return nil, fmt.Errorf("the window %q is invalid", in.Name)
		}
		values := append(slices.Clone(in.Values), Value{})
		if in.Item != None {
			values = append(values, Entity(in.Item))
		}
		for _, v := range values {
			if v.Type == Ref && !r.everExisted(v.ID()) {
				return nil, fmt.Errorf("the window %q is about entity %d, which never existed", in.Name, v.ID())
			}
		}
		w := &Window{in.Name, in.By, in.Waiting, in.Action, in.Event, in.Item, in.Values, nil, in.Cancelled}
		for _, p := range in.Paid {
			if slot, ok := r.s.Layout.Var(p.Name, max(1, p.Player)); ok && p.Player >= 0 && p.Player <= r.s.Layout.Players {
				w.Paid = append(w.Paid, Payment{slot, p.Amount})
			}
		}
		out = append(out, w)
	}
	return out, nil
}

// maxValues is the largest number of targets or arguments of a window.
const maxValues = 100

func hashWindows(d *digest, p *SavedPending) {
	if len(p.Windows)+len(p.Next) == 0 { // keeps the hashes of games without windows
		return
	}
	d.number(int64(len(p.Windows)))
	for _, w := range slices.Concat(p.Windows, p.Next) {
		d.text(w.Name)
		d.text(w.Action)
		d.text(w.Event)
		d.number(int64(w.By))
		d.number(int64(w.Item))
		d.value(Truth(w.Cancelled))
		d.number(int64(len(w.Waiting)))
		for _, n := range w.Waiting {
			d.number(int64(n))
		}
		d.number(int64(len(w.Values)))
		for _, v := range w.Values {
			d.value(v)
		}
		d.number(int64(len(w.Paid)))
		for _, p := range w.Paid {
			d.text(p.Name)
			d.number(int64(p.Player))
			d.value(Num(p.Amount))
		}
	}
}
