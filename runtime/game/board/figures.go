package board

import (
	"math"
	"strconv"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/state"
)

// Figure is a variable or view to be shown.
type Figure struct {
	// Name is the name of the variable or view, with @PLAYER if each player has
	// one.
	Name  string `json:"name"`
	View  bool   `json:"view,omitempty"` // a view, not a variable
	Title string `json:"title"`
	// Owner is the player it belongs to if each player has one, and Common the
	// title without that player.
	Owner  int    `json:"owner,omitempty"`
	Common string `json:"common,omitempty"`
	Text   string `json:"text,omitempty"` // help text
	// Icon is a character for text screens, Drawing the name of an icon for
	// graphical ones.
	Icon    string `json:"icon,omitempty"`
	Drawing string `json:"drawing,omitempty"`
	Value   string `json:"value"` // in words
	// Type is the type of its value: nil, boolean, number, string or entity.
	Type string `json:"type"`
	// Number is the value if it is a number, Most its maximum.
	Number *float64 `json:"number,omitempty"`
	Most   *float64 `json:"most,omitempty"`
	// Hidden means that the player may not know the value, which is then a
	// question mark.
	Hidden bool `json:"hidden,omitempty"`
	// Show is how to show it: number; status, a number or word that is shown
	// only while it is not zero, false or empty; dots, bar or track, which need
	// Number and Most; text, for text screens only; or picture, a text of several
	// lines in which columns matter.
	Show string `json:"show"`
	// Idle reports whether graphical screens omit it: it is for text screens
	// only, or a status that is zero, false or empty now.
	Idle bool `json:"idle,omitempty"`
	// Harms names what will lose this much: a figure, or, by its label, an entity
	// with hit points.
	Harms string `json:"harms,omitempty"`
	// Failed reports whether a view's script failed; Value is then the message, or a
	// question mark at a table.
	Failed bool `json:"failed,omitempty"`
	// Problem is the failure of the view, with its place.
	Problem *diag.Diagnostic `json:"-"`
}

// The ways to show a figure.
const (
	Number  = "number"
	Dots    = "dots"
	Bar     = "bar"
	Track   = "track"
	Status  = "status"
	Text    = "text"
	Picture = "picture"
)

// unknown replaces a value that the player may not know.
const unknown = "?"

// fewDots is the largest maximum that is shown as dots by default.
const fewDots = 5

// variables returns the figures of all shown variables, of all players, in the
// order of declaration.
func (vw *Viewer) variables() []Figure {
	l := vw.state().Layout
	out := make([]Figure, 0, l.VarSlots()+len(vw.session.Game().Views))
	for slot := range l.VarSlots() {
		d, owner := l.VarDecl(slot)
		n := vw.declared("variables", d.Name)
		if strings.HasPrefix(d.Name, "_") || !vw.shown(d.Name) || vw.isSwitchedOff(n) {
			continue
		}
		f := Figure{
			Name: d.Name + vw.ownerSuffix(owner), Title: vw.Title("variables", d.Name, owner), Text: vw.help("variables", d.Name),
		}
		if owner != 0 && vw.session.Players() > 1 {
			f.Owner, f.Common = owner, vw.Title("variables", d.Name, 0)
		}
		if vw.knowsVar(slot) {
			vw.setValue(&f, vw.state().Var(slot), n)
		} else {
			f.Hidden, f.Value, f.Type = true, unknown, d.Type.String()
			f.Icon, f.Drawing = vw.iconOf(n.TextOr("icon", ""))
		}
		if f.Number != nil && f.Most == nil && !math.IsInf(d.Max, 1) {
			f.Most = &d.Max
		}
		style(&f, n, d.Min == 0)
		out = append(out, f)
	}
	return out
}

// shown reports whether players may see a variable.
func (vw *Viewer) shown(variable string) bool {
	return vw.Reveal || vw.declared("variables", variable).BoolOr("show", true)
}

// Views returns all shown views, computed as the player may see them.
func (vw *Viewer) Views() []Figure {
	var out []Figure
	for _, v := range vw.session.Game().Views {
		n := vw.declared("views", v.Name)
		if vw.isSwitchedOff(n) || !vw.Reveal && !n.BoolOr("show", true) {
			continue
		}
		f := Figure{Name: v.Name, View: true, Title: vw.Text("views", v.Name, "name", v.Title), Text: vw.Text("views", v.Name, "text", v.Text)}
		value, public, problem := vw.evaluate(func() (state.Value, *diag.Diagnostic) { return vw.session.ViewAs(v, vw.player) })
		if !public {
			f.Hidden, f.Value, f.Type = true, unknown, state.Nil.String()
		} else if problem != nil {
			f.Value, f.Type, f.Failed, f.Problem = vw.failure(problem), state.Nil.String(), true, problem
		} else {
			vw.setValue(&f, value, n)
		}
		style(&f, n, false)
		out = append(out, f)
	}
	return out
}

// failure replaces a value whose script has failed: a question mark at a table, where
// players cannot mend it and it may say what is hidden, and otherwise the problem.
func (vw *Viewer) failure(problem *diag.Diagnostic) string {
	if vw.AtTable {
		vw.failures = append(vw.failures, problem)
		return unknown
	}
	return vw.translator.Problem(problem.Message)
}

// Empty reports whether a view has nothing to show.
func (f *Figure) Empty() bool {
	return f.View && !f.Failed && !f.Hidden && (f.Value == "" || f.Type == state.Nil.String())
}

// setValue sets the value of a figure, and its maximum as the game declares it.
func (vw *Viewer) setValue(f *Figure, v state.Value, n *def.Node) {
	f.Value, f.Type = vw.Value(v), v.Type.String()
	f.Icon, f.Drawing = vw.iconOf(n.TextOr("icon", ""))
	f.Harms = vw.harmed(n.TextOr("harms", ""))
	f.Idle = n.TextOr("as", "") == Status && v.Type != state.Ref && (v.Num == 0 && v.Str == "")
	if v.Type != state.Number {
		return
	}
	f.Number = &v.Num
	if most, ok := vw.amount(n.Get("most")); ok {
		f.Most = &most
	}
}

// amount evaluates a node that is a number or the name of a parameter, variable
// or view.
func (vw *Viewer) amount(n *def.Node) (float64, bool) {
	switch {
	case n == nil:
		return 0, false
	case n.Type() == def.Number:
		return n.Number(), true
	}
	if p, ok := vw.session.Game().Definition.Param(n.Text()); ok {
		return p.Default, true
	}
	if slot, ok := vw.variable(n.Text()); ok {
		v := vw.state().Var(slot)
		return v.Num, v.Type == state.Number && vw.knowsVar(slot)
	}
	v, ok := vw.viewNamed(n.Text())
	return v.Num, ok && v.Type == state.Number
}

// variable finds a variable by name: that of the viewer if each player has one.
// A watcher has none of those.
func (vw *Viewer) variable(name string) (slot int, ok bool) {
	slot, ok = vw.session.Variable(name + "@" + strconv.Itoa(max(vw.player, 1)))
	if !ok || !vw.watches {
		return slot, ok
	}
	_, owner := vw.state().Layout.VarDecl(slot)
	return slot, owner == 0
}

// harmed returns what the declared name of a variable or view refers to: the
// figure itself, or the label of the entity that the view returns.
func (vw *Viewer) harmed(name string) string {
	if name == "" {
		return ""
	}
	if v, ok := vw.viewNamed(name); ok {
		if id := v.ID(); v.Type == state.Ref && vw.state().Alive(id) && !vw.hidden(id) {
			return vw.label(id)
		}
		return ""
	}
	if slot, ok := vw.variable(name); ok {
		_, owner := vw.state().Layout.VarDecl(slot)
		return name + vw.ownerSuffix(owner)
	}
	return ""
}

func (vw *Viewer) viewNamed(name string) (state.Value, bool) {
	for _, v := range vw.session.Game().Views {
		if v.Name == name {
			value, public, problem := vw.evaluate(func() (state.Value, *diag.Diagnostic) { return vw.session.ViewAs(v, vw.player) })
			return value, public && problem == nil
		}
	}
	return state.Value{}, false
}

// style decides how a figure is shown: as the game declares, or by its value.
func style(f *Figure, n *def.Node, fromZero bool) {
	wanted := n.TextOr("as", "")
	scaled := f.Number != nil && f.Most != nil && *f.Most > 0
	switch {
	case strings.Contains(f.Value, "\n"):
		f.Show = Picture
	case wanted == Status:
		f.Show = Status
	case wanted == Text:
		f.Show, f.Idle = Text, true
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

// ownerSuffix returns the suffix that names an owner where there are several players.
func (vw *Viewer) ownerSuffix(owner int) string {
	if owner == 0 || vw.session.Players() == 1 {
		return ""
	}
	return "@" + strconv.Itoa(owner)
}
