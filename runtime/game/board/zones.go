package board

import (
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/state"
)

// Zone is a list of entities, the top one first unless it is unordered.
type Zone struct {
	// Name is the name of the zone, with @PLAYER if each player has one.
	Name  string `json:"name"`
	Owner int    `json:"owner,omitempty"` // the player it belongs to
	Title string `json:"title"`
	// Common is the title without its owner, if each player has one.
	Common string `json:"common,omitempty"`
	Text   string `json:"text,omitempty"`
	// Icon is a character for text screens, Drawing the name of an icon for
	// graphical ones.
	Icon    string `json:"icon,omitempty"`
	Drawing string `json:"drawing,omitempty"`
	// Back is the path of the picture on the back of face-down cards here,
	// below /art/ of the server.
	Back string `json:"back,omitempty"`
	// As is how to show it: row, stack, tokens, list or map.
	As    string `json:"as"`
	Map   *Map   `json:"map,omitempty"`
	Limit int    `json:"limit"` // the most entities it can hold; negative for no limit
	Count int    `json:"count"`
	// Uncounted means that the player may not know how many entities it holds: then
	// none is listed.
	Uncounted bool `json:"uncounted,omitempty"`
	// Hidden reports whether the player may not look into it.
	Hidden bool `json:"hidden,omitempty"`
	// Dice means that the hidden entities in it are dice.
	Dice bool `json:"dice,omitempty"`
	// Unordered means that the player may not know the order of what it holds:
	// its entities are sorted, and the first is not on top.
	Unordered bool `json:"unordered,omitempty"`
	// Pile asks the front end to show names only, Texts to show the text of
	// each entity.
	Pile  bool `json:"pile,omitempty"`
	Texts bool `json:"texts,omitempty"`
	// Usable reports whether the player may use the entities in it now.
	Usable   bool     `json:"usable,omitempty"`
	Entities []Entity `json:"things"`
}

// Entity is an entity in a zone.
type Entity struct {
	// Label names it in commands for now: d2. Hidden entities have little else.
	Label  string `json:"label"`
	Hidden bool   `json:"hidden,omitempty"`
	// ID stays the same as long as the entity exists, in whatever zone.
	ID   uint64 `json:"id,omitempty"`
	Kind string `json:"kind,omitempty"`
	// Key is the definition, as KIND/ID.
	Key  string `json:"key,omitempty"`
	Name string `json:"name,omitempty"`
	Words
	// Icon is a character for text screens, Drawing the name of an icon for
	// graphical ones.
	Icon    string `json:"icon,omitempty"`
	Drawing string `json:"drawing,omitempty"`
	// Art is the path of its picture below /art/ of the server.
	Art    string     `json:"art,omitempty"`
	Rarity string     `json:"rarity,omitempty"`
	Die    *Die       `json:"die,omitempty"`
	Life   *HitPoints `json:"life,omitempty"`
	// Temporary reports whether an event will remove it.
	Temporary bool `json:"temporary,omitempty"`
	// Marks are its true properties in words, Traits its other properties.
	Marks  []string `json:"marks,omitempty"`
	Traits []Trait  `json:"traits,omitempty"`
}

// Die is the visible state of a die.
type Die struct {
	Sides int `json:"sides"`
	// Value is 0 before the first roll. Word is the word it shows if its sides
	// have words.
	Value int    `json:"value"`
	Word  string `json:"word,omitempty"`
	// Color is the color given by the content, or else the word it shows.
	Color string `json:"color,omitempty"`
	// Material is its material, if the content declares one.
	Material string `json:"material,omitempty"`
	Held     bool   `json:"held,omitempty"`
	Locked   bool   `json:"locked,omitempty"`
	// Special reports whether it differs from the default die of its zone, or no
	// longer has its original number of sides.
	Special bool `json:"-"`
}

// HitPoints is the hit points something has left, and its maximum.
type HitPoints struct {
	Left float64 `json:"left"`
	Most float64 `json:"most"`
}

// Trait is a property worth showing.
type Trait struct {
	Name  string `json:"name"` // in words
	Value string `json:"value"`
	// Drawing is the name of the icon of a property or detail that has one.
	Drawing string `json:"drawing,omitempty"`
}

// zones returns all zones, those of every player, in the order of declaration,
// without those that are switched off or not shown.
func (vw *Viewer) zones() []Zone {
	out := make([]Zone, 0, vw.state().Layout.ZoneSlots())
	for slot := range vw.state().Layout.ZoneSlots() {
		d, _ := vw.state().Layout.ZoneDecl(slot)
		if n := vw.declared("zones", d.Name); vw.isSwitchedOff(n) || !n.BoolOr("show", true) {
			continue
		}
		out = append(out, vw.Zone(slot))
	}
	return out
}

// Zone returns a zone as far as the player may see it.
func (vw *Viewer) Zone(slot int) Zone {
	z, ok := vw.openZone(slot)
	if !ok {
		z = vw.zone(slot)
	}
	d, owner := vw.state().Layout.ZoneDecl(slot)
	z.Limit = vw.state().Limit(slot) // which may change while the zone does not
	p := vw.session.Phase()
	z.Usable = p != nil && slices.Contains(p.Use, d.Name) && vw.player == vw.session.Player() && (owner == 0 || owner == vw.player)
	return z
}

// zone is Zone without whether the player may use it.
func (vw *Viewer) zone(slot int) Zone {
	d, owner := vw.state().Layout.ZoneDecl(slot)
	n := vw.declared("zones", d.Name)
	z := Zone{
		Name: d.Name + vw.ownerSuffix(owner), Owner: owner, Title: vw.Title("zones", d.Name, owner),
		Text:   vw.help("zones", d.Name),
		Hidden: vw.closed(slot), Unordered: d.Unordered && !vw.closed(slot), Pile: n.BoolOr("pile", false), Texts: n.BoolOr("texts", false),
		Entities: []Entity{},
	}
	z.Icon, z.Drawing = vw.iconOf(n.TextOr("icon", ""))
	z.Back = vw.back(d.Name, n)
	z.As = arrangement(n, z.Hidden && d.Limit < 0 && d.LimitedBy == "" || z.Pile)
	z.Dice = z.Hidden && holdsOnly(n, "die")
	if vw.session.Players() == 1 {
		z.Owner = 0
	}
	if z.Owner != 0 {
		z.Common = vw.Title("zones", d.Name, 0)
	}
	if z.Uncounted = vw.uncounted(slot); z.Uncounted {
		return z
	}
	listed := vw.session.ListedFor(slot, vw.player)
	z.Entities = make([]Entity, 0, len(listed))
	for _, id := range listed {
		z.Entities = append(z.Entities, vw.Entity(id))
	}
	z.Count = len(z.Entities)
	if z.As == Places {
		z.Map = vw.mapOf(&z, n.Get("map"))
	}
	return z
}

// back returns the path of the picture on the back of face-down cards in a
// zone: the zone's own, or that of the game.
func (vw *Viewer) back(zone string, n *def.Node) string {
	game := vw.session.Game()
	if own := n.TextOr("back", ""); own != "" {
		return game.Catalog().Picture(game.Definition, "zones."+zone+".back", own).Path()
	}
	return game.Catalog().Picture(game.Definition, "back", game.Definition.Data.TextOr("back", "")).Path()
}

// The ways to show a zone: its entities side by side, on top of one another, as
// small tokens, as lines of text, or as places of a map.
const (
	Row    = "row"
	Stack  = "stack"
	Tokens = "tokens"
	List   = "list"
	Places = "map"
)

// arrangement returns how to show a zone: as it declares, or else by the kinds of
// entities that it holds.
func arrangement(n *def.Node, pile bool) string {
	switch as := n.TextOr("as", ""); {
	case as != "":
		return as
	case pile:
		return Stack
	case holdsOnly(n, "hand"):
		return List
	case holdsOnly(n, "relic", "joker") && !n.BoolOr("texts", false):
		return Tokens
	}
	return Row
}

// holdsOnly reports whether a declared zone takes entities of some kinds only.
func holdsOnly(n *def.Node, kinds ...string) bool {
	of := n.All("of")
	return len(of) > 0 && !slices.ContainsFunc(of, func(k *def.Node) bool { return !slices.Contains(kinds, k.Text()) })
}

// Entity returns everything the player may know about an entity.
func (vw *Viewer) Entity(id state.ID) Entity {
	t := Entity{Label: vw.label(id)}
	if vw.hidden(id) {
		t.Hidden = true
		return t
	}
	d := vw.session.Definition(id)
	t.ID, t.Name, t.Words = uint64(id), vw.Name(id), vw.describe(d, id)
	vw.identify(&t, d)
	t.Temporary = vw.state().Temporary(id)
	t.Die, t.Life = vw.die(id), vw.hitPoints(id)
	vw.addTraits(&t, id)
	return t
}

// identify fills in what an entity is and looks like by its definition.
func (vw *Viewer) identify(t *Entity, d *def.Definition) {
	s := vw.appearanceOf(d)
	t.Kind, t.Key, t.Rarity, t.Icon, t.Drawing, t.Art = s.Kind, s.Key, s.Rarity, s.Icon, s.Drawing, s.Art
}

// die returns the die shown by an entity, or nil if it shows no value on a
// side.
func (vw *Viewer) die(id state.ID) *Die {
	value, ok := vw.Prop(id, "value")
	sides, also := vw.Prop(id, "sides")
	if !ok || !also || sides.Type != state.Number || value.Type != state.Number && value.Type != state.Nil {
		return nil
	}
	d := &Die{Sides: int(sides.Num), Value: int(value.Num)}
	word, _ := vw.session.Face(id)
	d.Color, d.Word = vw.session.Definition(id).Data.TextOr("color", word), vw.translate(word)
	d.Material = vw.session.Definition(id).Data.TextOr("material", "")
	d.Held, d.Locked = vw.isTrue(id, "held"), vw.isTrue(id, "locked")
	d.Special = vw.special(id)
	return d
}

// special reports whether a die differs from the default die of its zone.
func (vw *Viewer) special(id state.ID) bool {
	start, zone := vw.state().Prototype(id).Start, vw.state().ZoneOf(id)
	sides, _ := vw.state().Prototype(id).Kind.Prop("sides") // as every die has them
	if zone == state.Limbo {
		return true
	}
	d, _ := vw.state().Layout.ZoneDecl(zone)
	return vw.session.Definition(id).ID != d.Default || vw.state().Prop(id, sides) != start[sides]
}

func (vw *Viewer) isTrue(id state.ID, prop string) bool {
	v, _ := vw.Prop(id, prop)
	return v.Type == state.Bool && v.True()
}

func (vw *Viewer) hitPoints(id state.ID) *HitPoints {
	hp, ok := vw.Prop(id, "hp")
	most, also := vw.Prop(id, "max_hp")
	if !ok || !also || hp.Type != state.Number || most.Type != state.Number {
		return nil
	}
	return &HitPoints{hp.Num, most.Num}
}

// addTraits adds the properties that are not shown otherwise: true flags, nonzero
// numbers, texts.
func (vw *Viewer) addTraits(t *Entity, id state.ID) {
	shown := []string{"face_up"}
	if t.Die != nil {
		shown = append(shown, "value", "sides", "held", "locked")
	}
	if t.Life != nil {
		shown = append(shown, "hp", "max_hp")
	}
	if vw.session.Definition(id).Data.Get("moves") != nil {
		shown = append(shown, api.NextMove, api.MovesInRow, api.MovesChosen)
		vw.addIntent(t, id)
	}
	kind, zone := vw.state().Prototype(id).Kind, vw.state().ZoneOf(id)
	for i, p := range kind.Props {
		v := vw.state().Prop(id, i)
		title := vw.PropTitle(t.Kind, p.Name)
		switch {
		case slices.Contains(shown, p.Name), p.Name == "value", !vw.showsProp(t.Kind, p.Name), !vw.knowsProp(kind, i, zone):
		case v.Type == state.Bool && v.True():
			t.Marks = append(t.Marks, title)
		case v.Num != 0, v.Str != "":
			t.Traits = append(t.Traits, Trait{title, vw.Value(v), vw.propDrawing(t.Kind, p.Name)})
		}
	}
	t.Traits = append(t.Traits, vw.details(id)...)
}

// details adds what the zone of an entity shows about it: values other than
// nil. A question mark replaces what a watcher may not know.
func (vw *Viewer) details(id state.ID) (out []Trait) {
	for _, d := range vw.session.Details(id) {
		path := d.Zone + ".details." + d.Name
		title := vw.Text("zones", path, "name", d.Title)
		v, public, problem := vw.evaluate(func() (state.Value, *diag.Diagnostic) { return vw.session.Detail(d, id, vw.player) })
		label, labelled := d.Labels[v.String()]
		_, drawing := vw.iconOf(d.Icon)
		switch {
		case !public:
			out = append(out, Trait{Name: title, Value: unknown, Drawing: drawing})
		case problem != nil:
			value := vw.failure(problem)
			if !vw.AtTable {
				value = vw.translator.Translate("failed: {reason}", value)
			}
			out = append(out, Trait{Name: title, Value: value, Drawing: drawing})
		case labelled:
			out = append(out, Trait{Name: title, Value: vw.Text("zones", path, "labels."+v.String(), label), Drawing: drawing})
		case v.Type != state.Nil:
			out = append(out, Trait{Name: title, Value: vw.Value(v), Drawing: drawing})
		}
	}
	return out
}

// DetailsText returns the details of an entity in words, or an empty text if there
// are none or the player may not know them.
func (vw *Viewer) DetailsText(id state.ID) string {
	if vw.hidden(id) {
		return ""
	}
	var words []string
	for _, t := range vw.details(id) {
		words = append(words, t.Name+" "+t.Value)
	}
	return strings.Join(words, ", ")
}

// showsProp reports whether players see a property of a kind.
func (vw *Viewer) showsProp(kind, prop string) bool {
	return vw.Reveal || vw.declared("properties", kind).Get(prop).BoolOr("show", true)
}

// propDrawing returns the name of the icon of a property of a kind, or "".
func (vw *Viewer) propDrawing(kind, prop string) string {
	_, drawing := vw.iconOf(vw.declared("properties", kind).Get(prop).TextOr("icon", ""))
	return drawing
}

// PropTitle returns the title of a property of the entities of a kind.
func (vw *Viewer) PropTitle(kind, prop string) string {
	return vw.cached(textKey{section: "property", name: kind, key: prop}, false, func() Words { return Words{Text: vw.newPropTitle(kind, prop)} }).Text
}

func (vw *Viewer) newPropTitle(kind, prop string) string {
	n := vw.declared("properties", kind).Get(prop)
	title := n.TextOr("name", strings.ReplaceAll(prop, "_", " "))
	if n == nil {
		return vw.translator.Translate(title) // declared by the engine
	}
	return vw.Text("properties", kind+"."+prop, "name", title)
}

// addIntent adds the move that an entity will make next.
func (vw *Viewer) addIntent(t *Entity, id state.ID) {
	move, kind := vw.session.Intent(id), vw.state().Prototype(id).Kind
	if i, _ := kind.Prop(api.NextMove); move == nil || !vw.knowsProp(kind, i, vw.state().ZoneOf(id)) {
		return
	}
	d, at := vw.session.Definition(id), "moves."+move.Name+"."
	intends := Trait{Name: vw.translator.Translate("Next"), Value: vw.words(d, at+"name", move.Title, id).Text}
	if move.Text != "" {
		text := vw.words(d, at+"text", move.Text, id)
		intends.Value += ": " + strings.TrimSuffix(text.Text, ".") // it is one of a list
	}
	_, intends.Drawing = vw.iconOf(move.Icon)
	t.Traits = append(t.Traits, intends)
}
