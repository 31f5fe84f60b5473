package state

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"slices"
)

// Hash identifies the state: equal states have equal hashes on every machine,
// and states that could play on differently have different hashes. The journal
// does not count.
func (s *State) Hash() string { return s.hash(-1, true) }

// HashWithout returns the Hash of the state without one variable slot, the seed
// and the random streams.
func (s *State) HashWithout(slot int) string { return s.hash(slot, false) }

func (s *State) hash(without int, chance bool) string {
	d := digest{s.digest[:0]}
	if chance {
		d.number(int64(s.Seed))
	}
	for slot, v := range s.vars {
		if slot == without {
			continue
		}
		decl, _ := s.Layout.VarDecl(slot)
		d.text(decl.Name)
		d.value(v)
	}
	s.hashEntities(&d)
	for slot, ids := range s.zones {
		decl, _ := s.Layout.ZoneDecl(slot)
		d.text(decl.Name)
		d.number(int64(len(ids)))
		for _, id := range ids {
			d.number(int64(id))
		}
	}
	s.hashTemps(&d)
	if chance {
		s.hashStreams(&d)
	}
	s.hashPending(&d)
	s.digest = d.bytes
	sum := sha256.Sum256(d.bytes)
	return hex.EncodeToString(sum[:16])
}

func (s *State) hashEntities(d *digest) {
	d.number(int64(len(s.entities)))
	for slot, e := range s.entities {
		d.number(int64(e.generation))
		if e.proto == nil {
			d.text("")
			continue
		}
		d.text(e.proto.Key)
		for i := range e.proto.Kind.Props {
			d.value(s.props[slot*s.Layout.stride+i])
		}
	}
	d.number(int64(len(s.free)))
	for _, slot := range s.free {
		d.number(int64(slot))
	}
}

func (s *State) hashTemps(d *digest) {
	d.number(int64(len(s.temps)))
	for _, t := range s.temps {
		saved := s.saveTemp(t)
		d.text(saved.Event)
		d.text(saved.Name)
		for _, n := range [...]int64{int64(saved.Sort), int64(saved.Count), int64(saved.Player), int64(saved.Index), int64(saved.ID)} {
			d.number(n)
		}
		d.value(saved.Under)
	}
}

// hashStreams hashes streams in the order of their names: which was used first
// does not matter.
func (s *State) hashStreams(d *digest) {
	var buf [8]stream
	list := append(buf[:0], s.streams...)
	slices.SortFunc(list, func(a, b stream) int { return cmp.Compare(a.name, b.name) })
	var text [64]byte
	for _, st := range list {
		position, _ := st.source.AppendText(text[:0])
		d.text(st.name)
		d.raw(position)
		d.number(int64(len(st.rigged)))
		for _, v := range st.rigged {
			d.value(v)
		}
	}
}

// digest encodes values one after another so that the end of each is
// unambiguous.
type digest struct{ bytes []byte }

func (d *digest) number(n int64) { d.bytes = binary.AppendVarint(d.bytes, n) }

func (d *digest) text(t string) {
	d.bytes = binary.AppendUvarint(d.bytes, uint64(len(t)))
	d.bytes = append(d.bytes, t...)
}

// raw encodes bytes as text does.
func (d *digest) raw(t []byte) {
	d.bytes = binary.AppendUvarint(d.bytes, uint64(len(t)))
	d.bytes = append(d.bytes, t...)
}

func (d *digest) value(v Value) {
	d.bytes = append(d.bytes, byte(v.Type))
	d.bytes = binary.BigEndian.AppendUint64(d.bytes, math.Float64bits(v.Num))
	d.text(v.Str)
}
