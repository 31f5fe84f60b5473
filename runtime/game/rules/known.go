package rules

import (
	"maps"
	"slices"
	"sync"

	"sleight/runtime/content/def"
)

// known collects the names that scripts may use, each list when it is first needed:
// it takes all definitions, and many scripts ask for it.
type known struct {
	builder *builder

	mutex  sync.Mutex
	hooked []string
	tagged []string
	fields map[string]bool // for names asked for, whether a definition has the field
	walks  int             // how often all definitions were gone through
}

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
