package load

import (
	"maps"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// settlement is a decision of the workspace about a value, or about a
// definition that exists in two packs.
type settlement struct {
	key, pack string
	place     diag.Place
	packPlace diag.Place
	used      bool
	foreign   bool // its root has Foreign set

	owner, id string // owner may be empty; id is kind/id
	path      def.Path
}

// whole reports whether the decision is about a definition.
func (s *settlement) whole() bool { return len(s.path) == 0 }

func (s *settlement) appliesTo(d *document) bool {
	return s.id == d.name && (s.owner == "" || s.owner == d.pack)
}

// parseSettlement parses PACK:KIND/ID.PATH or PACK:KIND/ID; without a path, the
// pack is required.
func parseSettlement(key string) (s settlement, ok bool) {
	s.key = key
	rest := key
	if owner, after, named := strings.Cut(key, ":"); named {
		s.owner, rest = owner, after
	}
	id, path, valued := strings.Cut(rest, ".")
	if kind, name, ok := strings.Cut(id, "/"); !ok || kind == "" || name == "" || strings.Contains(name, "/") {
		return s, false
	}
	s.id = id
	if !valued {
		return s, s.owner != ""
	}
	s.path, ok = def.ParsePath(path)
	return s, ok
}

// overruled reports whether the workspace prefers the definition of another
// pack, which must have one.
func (b *builder) overruled(d *document) bool {
	for i := range b.settle {
		s := &b.settle[i]
		if !s.whole() || !s.appliesTo(d) || s.pack == d.pack {
			continue
		}
		if slices.ContainsFunc(b.docs, func(o *document) bool { return o.pack == s.pack && o.name == d.name }) {
			s.used = true
			return true
		}
	}
	return false
}

// checkSettlements reports decisions about things that do not exist, and warns
// of unnecessary ones. found are the ids of all packs, enabled or not.
func (b *builder) checkSettlements(all *scanner, found []string) {
	if len(b.without) > 0 {
		return // they may be about a pack that is left out
	}
	for _, s := range b.settle {
		switch {
		case s.foreign:
		case !slices.Contains(found, s.pack):
			b.problems = append(b.problems, diag.New("pack/workspace", s.packPlace, "unknown pack %q", s.pack).Suggest(s.pack, found))
		case s.owner != "" && !slices.Contains(found, s.owner):
			b.problems = append(b.problems, diag.New("pack/workspace", s.place, "unknown pack %q", s.owner).Suggest(s.owner, found))
		case s.used || b.manifestFor(s.pack) == nil || s.owner != "" && b.manifestFor(s.owner) == nil:
		default:
			b.problems = append(b.problems, b.unusedSettlement(&s, all))
		}
	}
}

// unusedSettlement explains why a decision has no effect: its subject does not exist, which
// is an error, or no pack contests it.
func (b *builder) unusedSettlement(s *settlement, all *scanner) diag.Diagnostic {
	var docs []*document
	var known []string
	ids := slices.Sorted(maps.Keys(all.packs))
	b.readYAML(all, ids, (*folder).unread)
	for _, id := range ids {
		for _, f := range all.packs[id].files {
			for _, d := range f.docs {
				if s.appliesTo(d) {
					docs = append(docs, d)
				}
				if d.identified && (s.owner == "" || s.owner == d.pack) && slices.Contains(b.kinds.Names(), d.kind) {
					known = append(known, d.name)
				}
			}
		}
	}
	if len(docs) == 0 {
		key, _, _ := strings.Cut(s.key, ".")
		d := diag.New("pack/workspace", s.place, "unknown definition %s", key).Suggest(s.id, known)
		d.Edits = nil // the name is only part of the key
		return d
	}
	if s.pack == s.owner && s.whole() {
		return diag.New("pack/settled", s.place, "%s is of that pack already, so there is nothing to settle", s.key).WithHint("remove this line")
	}
	if s.whole() {
		return diag.New("pack/settled", s.place, "%s has no %s, so there is nothing to settle", s.pack, s.id).WithHint("remove this line")
	}
	for _, d := range docs {
		if b.manifestFor(d.pack) == nil {
			continue // not enabled, so not merged with its base
		}
		root := d.node
		if d.joined != nil {
			root = d.joined
		}
		if s.path.At(root) != nil {
			continue
		}
		at, names := s.path.Names(root)
		problem := diag.New("pack/workspace", s.place, "%s has no %s", s.id, s.path[:at+1]).Suggest(s.path[at].Name, names)
		problem.Edits = nil
		return problem
	}
	return diag.New("pack/settled", s.place, "no pack changes %s, so there is nothing to settle", s.key).WithHint("remove this line")
}

// Conflict is a value that two packs change although neither knows the other,
// or a definition that exists in both.
type Conflict struct {
	// Key is the key that settles it in sleight.yaml.
	Key string
	// Packs are the two packs, in the order in which they are applied, Places
	// the places of their changes, and Values the values on one line.
	Packs  [2]string
	Places [2]diag.Place
	Values [2]string
	// IsDefinition is set if it is a definition that exists in both packs. The key
	// then names the second one.
	IsDefinition bool
	// Owner is the pack of the definition that both change; empty if IsDefinition is
	// set.
	Owner string
}

// Name returns the key without a pack before it.
func (c Conflict) Name() string {
	if _, name, ok := strings.Cut(c.Key, ":"); ok {
		return name
	}
	return c.Key
}

// Conflicts returns the conflicts between packs of the last Load, in no order.
func (l *Loader) Conflicts() []Conflict {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return slices.Clone(l.conflicts)
}

// DuplicateID returns the conflict in a problem with the code content/duplicate-id
// between two packs, or ok == false for any other problem.
func (deps *Dependencies) DuplicateID(d diag.Diagnostic) (c Conflict, ok bool) {
	if d.Code != "content/duplicate-id" || len(d.Notes) == 0 || deps.PackOf(d.Place.File) == deps.PackOf(d.Notes[0].Place.File) {
		return c, false
	}
	c.Places = [2]diag.Place{d.Notes[0].Place, d.Place}
	c.Packs = [2]string{deps.PackOf(c.Places[0].File), deps.PackOf(c.Places[1].File)}
	for i, at := range c.Places {
		f := deps.files[at.File]
		if c.Packs[i] == "" || f == nil {
			return c, false
		}
		for _, doc := range f.docs {
			if doc.node.Get("id").At(diag.Place{}) == at {
				c.Key, c.Values[i] = doc.full, doc.node.TextOr("name", doc.id)
			}
		}
	}
	c.IsDefinition = true
	return c, c.Key != ""
}
