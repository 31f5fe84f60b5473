package board

import (
	"math"
	"strconv"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/game/state"
)

// Figure is a variable or a view as it is to be shown.
type Figure struct {
	// Name is that of the variable or view, with @PLAYER where each has one.
	Name  string `json:"name"`
	View  bool   `json:"view,omitempty"` // computed, no variable
	Title string `json:"title"`
	// Owner is the player whose it is where each has one, and Common the title
	// without that player.
	Owner  int    `json:"owner,omitempty"`
	Common string `json:"common,omitempty"`
	Text   string `json:"text,omitempty"` // what it means
	Icon   string `json:"icon,omitempty"`
	Value  string `json:"value"` // in words
	// Type is what it holds: nil, boolean, number, string or entity.
	Type string `json:"type"`
	// Number is the value if it is a number, Most what it can be at most.
	Number *float64 `json:"number,omitempty"`
	Most   *float64 `json:"most,omitempty"`
	// Show is how: number, dots, bar (both need Number and Most), or picture
	// for a text of several lines in which columns count.
	Show string `json:"show"`
	// Failed tells that a view's script failed; Value then says how.
	Failed bool `json:"failed,omitempty"`
}

// The ways to show a figure.
const (
	Number  = "number"
	Dots    = "dots"
	Bar     = "bar"
	Picture = "picture"
)

// fewDots is how much is shown by dots when nothing says how.
const fewDots = 5

// variables are those that are shown, of one name or of all players, in the
// order of declaration.
func (e *Eye) variables() []Figure {
	l := e.state().Layout
	var out []Figure
	for slot := range l.VarSlots() {
		d, owner := l.VarDecl(slot)
		n := e.declared("variables", d.Name)
		if strings.HasPrefix(d.Name, "_") || !n.BoolOr("show", true) {
			continue
		}
		f := Figure{
			Name: d.Name + e.at(owner), Title: e.title("variables", d.Name, owner), Text: e.help("variables", d.Name),
		}
		if owner != 0 && e.session.Players() > 1 {
			f.Owner, f.Common = owner, e.title("variables", d.Name, 0)
		}
		e.measure(&f, e.state().Var(slot), n)
		if f.Number != nil && f.Most == nil && !math.IsInf(d.Max, 1) && d.Max < state.Whole {
			f.Most = &d.Max
		}
		style(&f, n, d.Min == 0)
		out = append(out, f)
	}
	return out
}

// views are those that have something to show.
func (e *Eye) views() []Figure {
	var out []Figure
	for _, v := range e.session.Game().Views {
		n := e.declared("views", v.Name)
		f := Figure{Name: v.Name, View: true, Title: e.declaredText("views", v.Name, "name", v.Title), Text: e.declaredText("views", v.Name, "text", v.Text)}
		value, problem := e.session.ViewAs(v, e.player)
		switch {
		case problem != nil:
			f.Value, f.Type, f.Failed = problem.Message, state.Nil.String(), true
		case value.Type == state.Nil, value.Type == state.Text && value.Str == "":
			continue
		default:
			e.measure(&f, value, n)
		}
		style(&f, n, false)
		out = append(out, f)
	}
	return out
}

// measure fills in a value, and how much it can be by what the game says.
func (e *Eye) measure(f *Figure, v state.Value, n *def.Node) {
	f.Value, f.Type, f.Icon = e.value(v), v.Type.String(), n.TextOr("icon", "")
	if v.Type != state.Number {
		return
	}
	f.Number = &v.Num
	if most, ok := e.amount(n.Get("most")); ok {
		f.Most = &most
	}
}

// amount is a number, or that of the game's parameter, or else the variable or
// view, which a text names.
func (e *Eye) amount(n *def.Node) (float64, bool) {
	switch {
	case n == nil:
		return 0, false
	case n.Type == def.Number:
		return n.Number, true
	}
	if p, ok := e.session.Game().Definition.Param(n.Text); ok {
		return p.Default, true
	}
	if slot, ok := e.session.Variable(n.Text + "@" + strconv.Itoa(e.player)); ok {
		v := e.state().Var(slot)
		return v.Num, v.Type == state.Number
	}
	v, ok := e.viewNamed(n.Text)
	return v.Num, ok && v.Type == state.Number
}

func (e *Eye) viewNamed(name string) (state.Value, bool) {
	for _, v := range e.session.Game().Views {
		if v.Name == name {
			value, problem := e.session.ViewAs(v, e.player)
			return value, problem == nil
		}
	}
	return state.Value{}, false
}

// style decides how a figure is shown: as the game says, or as suits it.
func style(f *Figure, n *def.Node, fromZero bool) {
	wanted := n.TextOr("as", "")
	scaled := f.Number != nil && f.Most != nil && *f.Most > 0
	switch {
	case strings.Contains(f.Value, "\n"):
		f.Show = Picture
	case !scaled || wanted == Number:
		f.Show = Number
	case wanted != "":
		f.Show = wanted
	case fromZero && *f.Most <= fewDots:
		f.Show = Dots
	case fromZero:
		f.Show = Bar
	default:
		f.Show = Number
	}
}

// at is what a name of one of several players has behind it.
func (e *Eye) at(owner int) string {
	if owner == 0 || e.session.Players() == 1 {
		return ""
	}
	return "@" + strconv.Itoa(owner)
}
