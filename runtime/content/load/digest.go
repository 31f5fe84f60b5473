package load

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"

	"sleight/runtime/content/def"
)

// digester hashes values unambiguously: every text is preceded by its length.
type digester struct{ bytes []byte }

func (d *digester) text(s string) {
	d.number(uint64(len(s)))
	d.bytes = append(d.bytes, s...)
}

func (d *digester) number(n uint64) { d.bytes = binary.LittleEndian.AppendUint64(d.bytes, n) }

func (d *digester) sum() string {
	sum := sha256.Sum256(d.bytes)
	return hex.EncodeToString(sum[:])
}

// node hashes data without places. The order of keys matters, since zones,
// variables and actions are shown and processed in the order written.
func (d *digester) node(n *def.Node) {
	d.bytes = append(d.bytes, byte(n.Type()))
	switch n.Type() {
	case def.Bool:
		if n.Bool() {
			d.number(1)
		} else {
			d.number(0)
		}
	case def.Number:
		d.number(math.Float64bits(n.Number()))
	case def.Text:
		d.text(n.Text())
	case def.List:
		d.number(uint64(len(n.Items())))
		for _, item := range n.Items() {
			d.node(item)
		}
	case def.Map:
		d.number(uint64(len(n.Fields())))
		for _, f := range n.Fields() {
			d.text(f.Key)
			d.node(f.Value)
		}
	}
}

func (d *digester) script(s *def.Script) {
	if s == nil {
		d.number(0)
		return
	}
	d.number(1)
	d.text(s.Module)
	d.text(s.Source)
}

// digesters is a pool of digesters for reuse.
var digesters = sync.Pool{New: func() any { return new(digester) }}

// digest identifies a definition by pack, data and script, without places, and
// by the traits of a kind defined in a pack.
func digest(n *def.Definition, traits bool) string {
	d := digesters.Get().(*digester)
	defer digesters.Put(d)
	d.bytes = d.bytes[:0]
	d.text(n.Pack)
	d.text(n.Kind)
	d.text(n.ID)
	d.node(n.Data)
	d.script(n.Script)
	for _, l := range n.Layers {
		d.text(l.Pack)
		d.text(string(l.Op))
		d.text(l.Hook)
		d.script(l.Script)
	}
	for _, trait := range n.Traits {
		if traits {
			d.text(trait)
		}
	}
	return d.sum()
}

// sourcesDigest returns a digest of the files of a pack, independent of its
// location.
func (b *builder) sourcesDigest(p *folder) string {
	d := digester{bytes: make([]byte, 0, 100*(len(p.files)+len(p.lua)))}
	add := func(name string, f *file) {
		d.text(name)
		d.number(uint64(len(f.sum)))
		d.bytes = append(d.bytes, f.sum[:]...)
	}
	for i, name := range p.yaml {
		add(name, p.files[i])
	}
	for _, name := range p.lua {
		add(name, b.files[p.root.shown(name)])
	}
	for _, name := range p.art {
		add(name, b.files[p.root.shown(name)])
	}
	return d.sum()
}

// digest identifies a catalog by the digests of its definitions in order, and
// by all modules and migrations of its packs.
func (b *builder) digest(sums []string) string {
	var d digester
	hash := sha256.New()
	flush := func() { // there may be many megabytes
		hash.Write(d.bytes)
		d.bytes = d.bytes[:0]
	}
	for _, s := range sums {
		d.text(s)
		flush()
	}
	for _, p := range b.packs {
		for _, name := range slices.Sorted(maps.Keys(p.Modules)) {
			d.script(p.Modules[name])
			flush()
		}
		for _, m := range p.Migrations {
			d.text(m.Before)
			for _, moved := range m.NameChanges {
				d.text(fmt.Sprint(moved.Category, moved.Removed, moved.From))
				d.text(moved.To)
			}
			d.script(m.Script)
		}
	}
	flush()
	return hex.EncodeToString(hash.Sum(nil))
}
