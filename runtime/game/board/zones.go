package board

import (
	"slices"
	"strings"

	"sleight/runtime/game/state"
)

// Zone is a place in which things lie, first (top) first.
type Zone struct {
	// Name is that of the zone, with @PLAYER where each player has one.
	Name  string `json:"name"`
	Owner int    `json:"owner,omitempty"` // the player whose it is
	Title string `json:"title"`
	Text  string `json:"text,omitempty"`
	Icon  string `json:"icon,omitempty"`
	Limit int    `json:"limit"` // most things it holds; negative for no limit
	Count int    `json:"count"`
	// Hidden tells that the player may not look into it.
	Hidden bool `json:"hidden,omitempty"`
	// Pile asks for no more than names, Texts for the text of each thing.
	Pile  bool `json:"pile,omitempty"`
	Texts bool `json:"texts,omitempty"`
	// Usable tells that the player may use what lies in it now.
	Usable bool    `json:"usable,omitempty"`
	Things []Thing `json:"things"`
}

// Thing is an entity in a zone.
type Thing struct {
	// Label is how commands call it now: d2. Hidden things have little else.
	Label  string `json:"label"`
	Hidden bool   `json:"hidden,omitempty"`
	// ID stays the same as long as the thing exists, wherever it lies.
	ID   uint64 `json:"id,omitempty"`
	Kind string `json:"kind,omitempty"`
	// Key is the definition, as KIND/ID.
	Key  string `json:"key,omitempty"`
	Name string `json:"name,omitempty"`
	Text string `json:"text,omitempty"`
	Icon string `json:"icon,omitempty"`
	Die  *Die   `json:"die,omitempty"`
	Life *Life  `json:"life,omitempty"`
	// Temporary tells that an event will take it away.
	Temporary bool `json:"temporary,omitempty"`
	// Marks are what is true of it, in words; Traits what else it has.
	Marks  []string `json:"marks,omitempty"`
	Traits []Trait  `json:"traits,omitempty"`
}

// Die is what a die shows.
type Die struct {
	Sides int `json:"sides"`
	// Value is 0 before the first roll. Word is what it shows of a die that
	// bears words.
	Value int    `json:"value"`
	Word  string `json:"word,omitempty"`
	// Color is the color that the content gives it, or the word it shows.
	Color  string `json:"color,omitempty"`
	Held   bool   `json:"held,omitempty"`
	Locked bool   `json:"locked,omitempty"`
}

// Life is what hit points something has left, and had at most.
type Life struct {
	Left float64 `json:"left"`
	Most float64 `json:"most"`
}

// Trait is a property that has something to tell.
type Trait struct {
	Name  string `json:"name"` // in words
	Value string `json:"value"`
}

// zones are all zones in the order of declaration, those of all players.
func (e *Eye) zones() []Zone {
	l := e.state().Layout
	var out []Zone
	for slot := range l.ZoneSlots() {
		d, owner := l.ZoneDecl(slot)
		n := e.declared("zones", d.Name)
		z := Zone{
			Name: d.Name + e.at(owner), Owner: owner, Title: e.title("zones", d.Name, owner),
			Text: e.help("zones", d.Name), Icon: n.TextOr("icon", ""), Limit: d.Limit,
			Hidden: e.session.HiddenFrom(slot, e.player), Pile: n.BoolOr("pile", false), Texts: n.BoolOr("texts", false),
			Things: []Thing{},
		}
		if e.session.Players() == 1 {
			z.Owner = 0
		}
		p := e.session.Phase()
		z.Usable = p != nil && slices.Contains(p.Use, d.Name) && e.player == e.session.Player() && (owner == 0 || owner == e.player)
		for _, id := range e.state().Zone(slot) {
			z.Things = append(z.Things, e.thing(id))
		}
		z.Count = len(z.Things)
		out = append(out, z)
	}
	return out
}

// thing tells all that the player may know of an entity.
func (e *Eye) thing(id state.ID) Thing {
	t := Thing{Label: e.session.Label(id)}
	if e.hidden(id) {
		t.Hidden = true
		return t
	}
	d := e.session.Definition(id)
	t.ID, t.Kind, t.Key, t.Name, t.Text = uint64(id), d.Kind, d.Key(), e.name(id), e.book.Describe(d)
	t.Icon = d.Data.TextOr("icon", "")
	t.Temporary = e.state().Temporary(id)
	t.Die, t.Life = e.die(id), e.life(id)
	e.traits(&t, id)
	return t
}

// die reads an entity that shows a value on one of its sides.
func (e *Eye) die(id state.ID) *Die {
	value, ok := e.prop(id, "value")
	sides, also := e.prop(id, "sides")
	if !ok || !also || sides.Type != state.Number || value.Type != state.Number && value.Type != state.Nil {
		return nil
	}
	d := &Die{Sides: int(sides.Num), Value: int(value.Num)}
	word, _ := e.session.Face(id)
	d.Color, d.Word = e.session.Definition(id).Data.TextOr("color", word), e.book.Say(word)
	d.Held, d.Locked = e.truth(id, "held"), e.truth(id, "locked")
	return d
}

func (e *Eye) truth(id state.ID, prop string) bool {
	v, _ := e.prop(id, prop)
	return v.Type == state.Bool && v.True()
}

func (e *Eye) life(id state.ID) *Life {
	hp, ok := e.prop(id, "hp")
	most, also := e.prop(id, "max_hp")
	if !ok || !also || hp.Type != state.Number || most.Type != state.Number {
		return nil
	}
	return &Life{hp.Num, most.Num}
}

// traits tells the properties that are not shown otherwise: what is true,
// numbers but 0, texts.
func (e *Eye) traits(t *Thing, id state.ID) {
	shown := []string{"face_up"}
	if t.Die != nil {
		shown = append(shown, "value", "sides", "held", "locked")
	}
	if t.Life != nil {
		shown = append(shown, "hp", "max_hp")
	}
	for i, p := range e.state().Prototype(id).Kind.Props {
		v := e.state().Prop(id, i)
		title := e.propTitle(t.Kind, p.Name)
		switch {
		case slices.Contains(shown, p.Name), p.Name == "value":
		case v.Type == state.Bool && v.True():
			t.Marks = append(t.Marks, title)
		case v.Type == state.Number && v.Num != 0, v.Type == state.Text && v.Str != "", v.Type == state.Ref:
			t.Traits = append(t.Traits, Trait{title, e.value(v)})
		}
	}
}

// propTitle is what players call a property of a kind.
func (e *Eye) propTitle(kind, prop string) string {
	n := e.declared("properties", kind).Get(prop)
	title := n.TextOr("name", strings.ReplaceAll(prop, "_", " "))
	if n == nil {
		return e.book.Say(title) // it is built in
	}
	return e.declaredText("properties", kind+"."+prop, "name", title)
}
