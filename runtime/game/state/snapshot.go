package state

import (
	"slices"

	"sleight/runtime/diag"
	"sleight/runtime/game/random"
)

// Snapshot is a state as data, with names instead of numbers: for saves, and to
// transfer a game to a changed layout.
type Snapshot struct {
	Seed     uint64        `json:"seed,string"`
	Players  int           `json:"players"`
	Vars     []SavedVar    `json:"variables"`
	Entities []SavedEntity `json:"entities"`
	Free     []int         `json:"free,omitempty"`
	Zones    []SavedZone   `json:"zones"`
	Temps    []SavedTemp   `json:"temporary,omitempty"`
	Streams  []SavedStream `json:"streams,omitempty"`
	Pending  *SavedPending `json:"pending,omitempty"`
}

// SavedVar is one variable; Player is 0 if all players share it.
type SavedVar struct {
	Name   string `json:"name"`
	Player int    `json:"player,omitempty"`
	Value  Value  `json:"value"`
}

// SavedEntity is one entity slot; Key is empty if it is free.
type SavedEntity struct {
	Key        string     `json:"is,omitempty"`
	Generation uint32     `json:"generation"`
	Props      []SavedVar `json:"properties,omitempty"`
}

// SavedZone is one zone with its entities in order.
type SavedZone struct {
	Name   string `json:"name"`
	Player int    `json:"player,omitempty"`
	IDs    []ID   `json:"entities,omitempty"`
}

// SavedTemp is one temporary change.
type SavedTemp struct {
	Sort   uint8  `json:"sort"`
	Event  string `json:"event"`
	Count  int32  `json:"count"`
	Name   string `json:"name,omitempty"` // variable, property or zone
	Player int    `json:"player,omitempty"`
	Index  int32  `json:"index,omitempty"`
	ID     ID     `json:"entity,omitempty"`
	Under  Value  `json:"under"`
}

// SavedStream is one random stream.
type SavedStream struct {
	Name   string        `json:"name"`
	Source random.Stream `json:"position"`
	Rigged []Value       `json:"rigged,omitempty"`
}

// Snapshot returns a copy of the state as data.
func (s *State) Snapshot() *Snapshot {
	out := &Snapshot{Seed: s.Seed, Players: s.Layout.Players, Free: slices.Clone(s.free)}
	for slot, v := range s.vars {
		d, player := s.Layout.VarDecl(slot)
		out.Vars = append(out.Vars, SavedVar{d.Name, player, v})
	}
	for slot, e := range s.entities {
		saved := SavedEntity{Generation: e.generation}
		if e.proto != nil {
			saved.Key = e.proto.Key
			for i, d := range e.proto.Kind.Props {
				saved.Props = append(saved.Props, SavedVar{Name: d.Name, Value: s.props[slot*s.Layout.stride+i]})
			}
		}
		out.Entities = append(out.Entities, saved)
	}
	for slot, ids := range s.zones {
		d, player := s.Layout.ZoneDecl(slot)
		out.Zones = append(out.Zones, SavedZone{d.Name, player, slices.Clone(ids)})
	}
	for _, t := range s.temps {
		out.Temps = append(out.Temps, s.saveTemp(t))
	}
	for _, st := range s.streams {
		out.Streams = append(out.Streams, SavedStream{st.name, st.source, st.rigged})
	}
	out.Pending = s.savePending()
	return out
}

func (s *State) saveTemp(t temp) SavedTemp {
	saved := SavedTemp{
		Sort: uint8(t.sort), Event: s.Layout.Events[t.event], Count: t.count,
		Index: t.index, ID: t.id, Under: t.under,
	}
	switch t.sort {
	case tempVar, tempVarDelta:
		d, player := s.Layout.VarDecl(int(t.slot))
		saved.Name, saved.Player = d.Name, player
	case tempProp, tempPropDelta:
		saved.Name = s.entities[t.id.Slot()].proto.Kind.Props[t.prop].Name
	case tempMoved:
		d, player := s.Layout.ZoneDecl(int(t.slot))
		saved.Name, saved.Player = d.Name, player
	}
	return saved
}

// Restore builds a state with a layout from a snapshot. Parts that the layout
// no longer has are dropped, and new ones get their start values; notes
// describes each such difference. The function prototypes returns the prototype
// of a key.
//
// Restore refuses a snapshot that contradicts itself or has an entity without
// prototype: bad is the reason, and slot the slot of the entity, counted from
// 0, or -1.
func Restore(l *Layout, in *Snapshot, prototypes func(key string) *Prototype) (s *State, notes []string, slot int, bad *diag.Diagnostic) {
	r := &restorer{s: New(l, in.Seed), in: in, prototypes: prototypes, dropped: map[ID]bool{}, unknown: -1}
	for _, step := range []func() error{r.variables, r.entities, r.zones, r.temps, r.streams, r.pending} {
		if err := step(); err != nil {
			d := diag.New("save/invalid", diag.Place{}, "%v", err)
			return nil, nil, r.unknown, &d
		}
	}
	r.s.stamps.markAll()
	return r.s, r.notes, -1, nil
}
