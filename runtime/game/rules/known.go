package rules

import (
	"maps"
	"slices"
	"sync"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/lua/analysis"
)

// known collects the names that scripts may use, each list when it is first needed:
// it takes all definitions, and many scripts ask for it.
type known struct {
	builder *builder

	mutex  sync.Mutex
	hooked []string
	tagged []string
	fields map[string]bool // for names asked for, whether a definition has the field
	absent map[absentID]diag.Diagnostic
	walks  int // how often all definitions were gone through
}

// absentID is an id that no definition has, and the API call whose argument it is.
type absentID struct{ id, call string }

// hooks lists the hooks of all definitions that can be in play. All items must be
// declared.
func (k *known) hooks() []string {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if k.hooked == nil {
		k.walks++
		names := map[string]bool{}
		for _, it := range k.builder.game.items {
			for _, h := range it.Hooks {
				names[h.Name] = true
			}
		}
		k.hooked = slices.AppendSeq([]string{}, maps.Keys(names))
		slices.Sort(k.hooked)
	}
	return k.hooked
}

// tags lists the tags of all definitions, and those that entities may gain.
func (k *known) tags() []string {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if k.tagged == nil {
		k.walks++
		tags := map[string]bool{}
		for _, d := range k.builder.catalog.All() {
			for _, name := range tagsOf(d) {
				tags[name] = true
			}
		}
		for _, kind := range k.builder.game.Definition.Data.Each("properties") {
			for _, f := range kind.Value.Fields() {
				if f.Value.BoolOr("tag", false) {
					tags[f.Key] = true
				}
			}
		}
		k.tagged = slices.AppendSeq([]string{}, maps.Keys(tags))
		slices.Sort(k.tagged)
	}
	return k.tagged
}

// field reports whether entities of some definition have a field. Properties are
// not fields of definitions.
func (k *known) field(name string) bool {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	has, asked := k.fields[name]
	if !asked {
		if k.fields == nil {
			k.fields = map[string]bool{}
		}
		k.walks++
		has = slices.ContainsFunc(k.builder.catalog.All(), func(d *def.Definition) bool { return isField(d, name) })
		k.fields[name] = has
	}
	return has
}

// unknownID returns the problem that no definition has an id. A name near it is
// searched among all ids, once for all scripts that make the same mistake.
func (k *known) unknownID(r analysis.Reference) diag.Diagnostic {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	key := absentID{r.Text, r.Call}
	d, found := k.absent[key]
	if !found {
		k.walks++
		var ids []string
		for _, d := range k.builder.catalog.All() {
			if (d.Kind == "table") == (r.Call == "weighted") || r.Call == "definition" {
				ids = append(ids, d.ID)
			}
		}
		d = unknownNameAt(r.Place, "definition", r.Text, ids)
		if k.absent == nil {
			k.absent = map[absentID]diag.Diagnostic{}
		}
		k.absent[key] = d
	}
	d.Place, d.Edits = r.Place, slices.Clone(d.Edits)
	for i := range d.Edits {
		d.Edits[i].Place = r.Place
	}
	return d
}
