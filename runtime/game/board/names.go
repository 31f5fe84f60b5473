package board

import (
	"math"
	"slices"
	"strconv"

	"sleight/runtime/content/def"
	"sleight/runtime/content/locale"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
)

// Viewer is a player who sees a session. It decides what is visible and how it is
// worded.
type Viewer struct {
	session    *session.Session
	player     int // counted from 1
	translator *locale.Translator
	// watches means that the viewer is not a player; player is then 0.
	watches bool
	// AtTable means that the viewer is a seat at a table, which must lose track of
	// an entity once it has passed through a closed zone.
	AtTable bool
	// Reveal also shows what the player may not see, and figures that the game
	// hides. It is for debugging.
	Reveal bool
	// Cache, if set, is shared with other viewers and later boards; nil for a
	// single board.
	Cache *Cache
	// failures are the problems that a board does not show.
	failures []*diag.Diagnostic
}

// NewViewer returns the viewer for a player, counted from 1; player 0 is the
// player acting now. Texts are translated by translator, which may be nil.
func NewViewer(s *session.Session, player int, translator *locale.Translator) *Viewer {
	if player < 1 || player > s.Players() {
		player = s.Player()
	}
	return &Viewer{session: s, player: player, translator: translator}
}

// NewWatcher returns the viewer of a watcher, who knows only what everyone
// knows.
func NewWatcher(s *session.Session, translator *locale.Translator) *Viewer {
	return &Viewer{session: s, translator: translator, watches: true}
}

// knowsVar reports whether the viewer may know the value of a variable slot.
func (vw *Viewer) knowsVar(slot int) bool {
	return vw.Reveal || vw.session.KnowsVar(slot, vw.player)
}

// knowsProp reports whether the viewer may know a property of a visible entity
// while it is in a zone.
func (vw *Viewer) knowsProp(kind *state.KindDecl, prop, zone int) bool {
	return vw.Reveal || vw.session.KnowsProp(kind, prop, zone, vw.player)
}

// evaluate computes a value for the viewer. For a watcher it is computed as the
// acting player sees it, and counts as concealed if it read anything that is
// concealed from others.
func (vw *Viewer) evaluate(compute func() (state.Value, *diag.Diagnostic)) (v state.Value, public bool, problem *diag.Diagnostic) {
	if !vw.watches {
		v, problem = compute()
		return v, true, problem
	}
	public = vw.session.ReadsPublic(func() { v, problem = compute() })
	return v, public, problem
}

func (vw *Viewer) state() *state.State { return vw.session.State() }

// label returns the label of an entity as the viewer sees it.
func (vw *Viewer) label(id state.ID) string { return vw.session.LabelFor(id, vw.player) }

// hidden reports whether the player may not know what an entity is.
func (vw *Viewer) hidden(id state.ID) bool {
	return !vw.Reveal && vw.session.ConcealedFrom(id, vw.player)
}

// closed reports whether the player may not look into a zone.
func (vw *Viewer) closed(slot int) bool {
	return !vw.Reveal && vw.session.HiddenFrom(slot, vw.player)
}

// declared returns the game's declaration of a variable, view or zone.
func (vw *Viewer) declared(section, name string) *def.Node {
	return vw.session.Game().Definition.Data.Get(vw.section(section, name)).Get(name)
}

// section returns the section that declares a variable: variables or profile.
// Other sections are returned as they are.
func (vw *Viewer) section(section, name string) string {
	return sectionOf(vw.session.Game(), section, name)
}

func sectionOf(g *rules.Game, section, name string) string {
	if section == "variables" && slices.Contains(g.ProfileNames(), name) {
		return "profile"
	}
	return section
}

// isSwitchedOff reports whether a parameter switches off a variable, view or zone, so
// that it is not shown.
func (vw *Viewer) isSwitchedOff(n *def.Node) bool {
	return !vw.Reveal && rules.SwitchedOff(vw.session.Game().Definition, n)
}

// Title returns the title of a variable or zone, with its owner if there are
// several players; owner 0 is nobody.
func (vw *Viewer) Title(section, name string, owner int) string {
	return vw.cached(textKey{section: section, name: name, key: "title", owner: owner}, false, func() Words {
		title := vw.declared(section, name).TextOr("name", locale.Words(name))
		return Words{Text: vw.withOwner(vw.Text(section, name, "name", title), owner)}
	}).Text
}

// withOwner adds the owner to a title if there are several players.
func (vw *Viewer) withOwner(title string, owner int) string {
	if owner == 0 || vw.session.Players() == 1 {
		return title
	}
	return vw.translator.Translate("{title} of player {player}", title, strconv.Itoa(owner))
}

// Text returns a text from one of the game's declarations, translated. The
// section is variables, zones, phases…, the key is name or text, and source is
// the text as written there.
func (vw *Viewer) Text(section, name, key, source string) string {
	d := vw.session.Game().Definition
	return vw.cached(textKey{section: section, name: name, key: key}, isLive(d, source), func() Words {
		return vw.words(d, vw.section(section, name)+"."+name+"."+key, source, state.None)
	}).Text
}

// translate translates a text of a script, or one of a definition whose path is not
// known.
func (vw *Viewer) translate(text string) string {
	if vw.translator == nil {
		return text
	}
	return vw.translator.Message(vw.session.Sentence(text))
}

// help returns the help text of a variable, view or zone.
func (vw *Viewer) help(section, name string) string {
	return vw.Text(section, name, "text", vw.declared(section, name).TextOr("text", ""))
}

// Prop reads a property of an entity by name, if it has one that the viewer may
// know.
func (vw *Viewer) Prop(id state.ID, name string) (state.Value, bool) {
	kind := vw.state().Prototype(id).Kind
	i, ok := kind.Prop(name)
	if !ok || !vw.knowsProp(kind, i, vw.state().ZoneOf(id)) {
		return state.Value{}, false
	}
	return vw.state().Prop(id, i), true
}

// Name returns the title of an entity, with its number if it has one.
func (vw *Viewer) Name(id state.ID) string {
	value, _ := vw.Prop(id, "value")
	return withNumber(vw.nameOf(vw.session.Definition(id)), vw.state().Prototype(id).Kind, value)
}

// nameOf returns the translated name of a definition.
func (vw *Viewer) nameOf(d *def.Definition) string {
	return vw.cached(textKey{of: d, section: "name"}, false, func() Words { return Words{Text: vw.translator.Name(d)} }).Text
}

// withNumber adds the value of an entity to its name unless the value is 0, to
// distinguish entities with the same name. A die's value is drawn instead.
func withNumber(name string, kind *state.KindDecl, value state.Value) string {
	if _, isDie := kind.Prop("sides"); isDie || value.Type != state.Number || value.Num == 0 {
		return name
	}
	return name + " " + number(value.Num)
}

// Value formats a value for people. A hidden entity is shown by its label only.
func (vw *Viewer) Value(v state.Value) string {
	switch v.Type {
	case state.Nil:
		return vw.translator.Translate("none")
	case state.Bool:
		if v.True() {
			return vw.translator.Translate("yes")
		}
		return vw.translator.Translate("no")
	case state.Number:
		return number(v.Num)
	case state.Ref:
		switch id := v.ID(); {
		case !vw.state().Alive(id):
			return vw.translator.Translate("(gone)")
		case vw.state().ZoneOf(id) == state.Limbo:
			return vw.Name(id)
		case vw.hidden(id) && vw.uncounted(vw.state().ZoneOf(id)):
			return session.Masked
		case vw.hidden(id):
			return vw.label(id)
		default:
			return vw.label(id) + " " + vw.Name(id)
		}
	}
	return vw.translate(v.String())
}

// number formats a number without the rounding errors of adding fractions.
func number(n float64) string {
	const places = 12
	if text := strconv.FormatFloat(n, 'e', places, 64); n != math.Trunc(n) {
		n, _ = strconv.ParseFloat(text, 64)
	}
	return state.FormatNumber(n)
}
