package board

import (
	"strings"
	"sync"

	"sleight/runtime/content/def"
	"sleight/runtime/content/icon"
	"sleight/runtime/content/locale"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
)

// Texts caches the texts of a game in one language that are the same in every
// session and for every viewer. Each is built on first use. Texts is safe for
// concurrent use.
type Texts struct {
	game       *rules.Game
	translator *locale.Translator

	mutex       sync.RWMutex // guards the fields below
	words       map[textKey]Words
	icons       map[string][2]string
	appearances map[*def.Definition]*Entity
}

// textKey identifies a text of a definition or, if the definition is nil, of
// one of the game's declarations.
type textKey struct {
	of                 *def.Definition
	section, name, key string
	owner              int
}

// NewTexts returns the texts of a game, translated by translator, which may be nil.
func NewTexts(g *rules.Game, translator *locale.Translator) *Texts {
	return &Texts{game: g, translator: translator, words: map[textKey]Words{}, icons: map[string][2]string{}, appearances: map[*def.Definition]*Entity{}}
}

// Translator returns the translator of the texts, or nil.
func (t *Texts) Translator() *locale.Translator { return t.translator }

// Cache holds what all viewers of one session in one language see alike. It
// belongs to its session and is not safe for concurrent use.
type Cache struct {
	texts *Texts
	zones map[int]cachedZone
}

// cachedZone is a cached zone that looks the same to everybody.
type cachedZone struct {
	stamp  uint64
	acting int
	zone   Zone
}

// Texts returns the texts that the cache uses.
func (c *Cache) Texts() *Texts { return c.texts }

// NewCache returns an empty cache.
func NewCache(t *Texts) *Cache { return &Cache{t, map[int]cachedZone{}} }

// cached returns a cached text. A text with live placeholders, or any text
// without a cache, is built again on each call.
func (vw *Viewer) cached(k textKey, live bool, text func() Words) Words {
	if vw.Cache == nil || live || vw.Cache.texts.game != vw.session.Game() {
		return text()
	}
	t := vw.Cache.texts
	t.mutex.RLock()
	w, ok := t.words[k]
	t.mutex.RUnlock()
	if !ok {
		w = text()
		t.mutex.Lock()
		t.words[k] = w
		t.mutex.Unlock()
	}
	return w
}

// isLive reports whether a text of a definition has placeholders that depend on
// the game.
func isLive(d *def.Definition, text string) bool {
	return len(d.Expressions) > 0 && strings.Contains(text, "{=")
}

// iconOf is icon.Split with a cache.
func (vw *Viewer) iconOf(written string) (sign, drawing string) {
	if vw.Cache == nil || written == "" || icon.IsName(written) {
		return icon.Split(written)
	}
	t := vw.Cache.texts
	t.mutex.RLock()
	both, ok := t.icons[written]
	t.mutex.RUnlock()
	if !ok {
		sign, drawing = icon.Split(written)
		both = [2]string{sign, drawing}
		t.mutex.Lock()
		t.icons[written] = both
		t.mutex.Unlock()
	}
	return both[0], both[1]
}

// openZone returns a zone that looks the same to every viewer, apart from
// whether they may use it. ok is false if some viewers may see it differently.
func (vw *Viewer) openZone(slot int) (z Zone, ok bool) {
	if vw.Cache == nil || vw.Reveal || !vw.looksSameToAll(slot) {
		return z, false
	}
	s, acting := vw.state(), vw.session.Player()
	stamp := s.ZoneStamp(slot)
	if kept, ok := vw.Cache.zones[slot]; ok && kept.stamp == stamp && kept.acting == acting {
		return kept.zone, true
	}
	z = vw.zone(slot)
	vw.Cache.zones[slot] = cachedZone{stamp, acting, z}
	return z, true
}

// looksSameToAll reports whether a zone looks the same to all viewers, and depends only on
// the zone, its contents and the acting player.
func (vw *Viewer) looksSameToAll(slot int) bool {
	decl, _ := vw.state().Layout.ZoneDecl(slot)
	closed := decl.Visible == state.Nobody && !decl.Uncounted && vw.state().Pending() == nil
	if decl.Visible != state.Everyone && !closed || decl.Unordered || len(vw.session.Game().Details[decl.Name]) > 0 || vw.declared("zones", decl.Name).Get("map") != nil {
		return false
	}
	for _, id := range vw.state().Zone(slot) {
		proto := vw.state().Prototype(id)
		if !proto.Kind.Plain() || vw.state().HasTemps(id) {
			return false
		}
		d := vw.session.Definition(id)
		if d.Data.Get("moves") != nil || len(d.Expressions) > 0 {
			return false
		}
		for _, k := range d.Keywords {
			if len(k.Expressions) > 0 || len(k.Keywords) > 0 {
				return false
			}
		}
	}
	return true
}

// appearanceOf returns the kind, icon and picture shared by all entities of a
// definition.
func (vw *Viewer) appearanceOf(d *def.Definition) *Entity {
	if vw.Cache == nil {
		return vw.newAppearance(d)
	}
	t := vw.Cache.texts
	t.mutex.RLock()
	s := t.appearances[d]
	t.mutex.RUnlock()
	if s == nil {
		s = vw.newAppearance(d)
		t.mutex.Lock()
		t.appearances[d] = s
		t.mutex.Unlock()
	}
	return s
}

func (vw *Viewer) newAppearance(d *def.Definition) *Entity {
	t := &Entity{Kind: d.Kind, Key: d.Key(), Rarity: d.Data.TextOr("rarity", "")}
	t.Icon, t.Drawing = icon.Split(d.Data.TextOr("icon", ""))
	t.Art = vw.session.Game().Catalog().Picture(d, "art", d.Data.TextOr("art", "")).Path()
	return t
}
