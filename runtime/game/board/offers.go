package board

import (
	"strconv"
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
)

// Offer is an action, or the use of an item, and whether it can be done now.
type Offer struct {
	// Command is the beginning of the command: "reroll", "use flip".
	Command string `json:"command"`
	// Item is the label of the item used; empty for an action of the game.
	Item  string `json:"item,omitempty"`
	Title string `json:"title"`
	Words
	// Drawing is the name of the icon of an action.
	Drawing string `json:"drawing,omitempty"`
	Costs   []Cost `json:"costs,omitempty"`
	// Targets is the number of targets to choose.
	Targets int `json:"targets"`
	// Asks holds the names of those targets.
	Asks []string `json:"-"`
	// From is the zone that the first target is chosen from, if it is one zone.
	From string `json:"from,omitempty"`
	// Reason says why it cannot be done, or is empty if it can. Code is the
	// code of that refusal.
	Reason  string `json:"reason,omitempty"`
	Code    string `json:"code,omitempty"`
	Warning string `json:"warning,omitempty"`
}

// Cost is the amount an offer takes from a variable.
type Cost struct {
	Variable string `json:"variable"`
	Title    string `json:"title"`
	Icon     string `json:"icon,omitempty"`
	Drawing  string `json:"drawing,omitempty"`
	// Amount is the current cost, unless that depends on the targets chosen or,
	// where no game runs, on the state of a game.
	Amount  float64 `json:"amount"`
	Depends bool    `json:"depends,omitempty"`
	// All reports whether it takes the whole amount, as an X cost does.
	All bool `json:"all,omitempty"`
}

// Choice is a command whose targets are being chosen.
type Choice struct {
	// Open reports whether a choice is open. If not, Prompt is the prompt of
	// the phase, and State its word.
	Open    bool   `json:"open"`
	Command string `json:"command,omitempty"`
	State   string `json:"state"`
	Prompt  string `json:"prompt"`
	Target  string `json:"target,omitempty"`
	// Options are all options of this step; with none, the command waits for
	// confirmation.
	Options []Option `json:"options,omitempty"`
	Picked  []string `json:"picked,omitempty"`
	// Min and Max bound how many options may be picked in all, both included, if
	// a question takes several. Limits says it in words, such as "1 to 5".
	Min    int    `json:"min,omitempty"`
	Max    int    `json:"max,omitempty"`
	Limits string `json:"limits,omitempty"`
	// Asked reports whether the choice answers a question of the game. It cannot
	// be cancelled before something is picked, and then only the picks are taken
	// back: what led to the question has happened.
	Asked   bool   `json:"asked,omitempty"`
	Warning string `json:"warning,omitempty"`
}

// Question returns the prompt, and how many options may be picked if a question
// takes several.
func (c Choice) Question() string {
	if c.Limits == "" {
		return c.Prompt
	}
	return c.Prompt + " (" + c.Limits + ")"
}

// Option is one option of a choice.
type Option struct {
	// Label is the text that picks it. Thing reports whether it is the label of an
	// entity in a zone.
	Label string `json:"label"`
	Thing bool   `json:"thing,omitempty"`
	Title string `json:"title"`
	// Words describe what the entity does, if the player may know.
	Words
	// Shows is the look of an option that is a definition, such as a card to
	// discover.
	Shows *Entity `json:"shows,omitempty"`
	// Reason says why it cannot be picked; Code is the code of that refusal.
	Reason string `json:"reason,omitempty"`
	Code   string `json:"code,omitempty"`
}

// Offers lists the player's actions and items if it is the player's turn and no
// question is open, which Choice would show. The problem is that of a failed
// script that decides about one of them, which is left out.
func (vw *Viewer) Offers() ([]Offer, *diag.Diagnostic) {
	out := []Offer{}
	if vw.player != vw.session.Player() || vw.session.PendingQuestion() != nil {
		return out, nil
	}
	offers, problem := vw.session.Offers()
	for _, o := range offers {
		offer := Offer{
			Command: o.Command, Title: vw.Text("actions", o.Action.Name, "name", o.Title),
			Words: vw.words(vw.session.Game().Definition, "actions."+o.Action.Name+".text", o.Action.Text, state.None), Targets: len(o.Action.Targets),
			Reason: vw.translator.Message(o.Reason), Code: codeOf(o.Reason), Warning: vw.translate(o.Warning),
		}
		if name := o.Action.Name; o.Action.Hook == nil && (name == rules.Pass || name == rules.PassAlways) {
			offer.Title = vw.translator.Translate(o.Title)
		}
		_, offer.Drawing = vw.iconOf(vw.declared("actions", o.Action.Name).TextOr("icon", ""))
		for _, t := range o.Action.Targets {
			offer.Asks = append(offer.Asks, t.Name)
		}
		if t := o.Action.Targets; len(t) > 0 && t[0].Zone() != "" {
			offer.From = vw.zoneNamed(t[0].Zone())
		}
		if o.Item != state.None {
			offer.Item, offer.Title, offer.Words = vw.label(o.Item), vw.label(o.Item), Words{}
			if !vw.hidden(o.Item) {
				offer.Title, offer.Words = vw.Name(o.Item), vw.describe(vw.session.Definition(o.Item), o.Item)
				vw.describeUse(&offer, o.Item)
			}
		}
		for _, p := range o.Costs {
			n := vw.declared("variables", p.Variable)
			sign, drawing := vw.iconOf(n.TextOr("icon", ""))
			offer.Costs = append(offer.Costs, Cost{
				p.Variable, vw.Title("variables", p.Variable, 0), sign, drawing, p.Amount, !p.Known, p.All,
			})
		}
		out = append(out, offer)
	}
	return out, problem
}

// describeUse sets the name and text of an offer to those that the item declares for
// its use, where these differ from the item's own.
func (vw *Viewer) describeUse(offer *Offer, item state.ID) {
	d := vw.session.Definition(item)
	use := d.Data.Get("use")
	if name := use.TextOr("name", ""); name != "" {
		offer.Title = vw.translator.Text(d, "use.name", name)
	}
	if text := use.TextOr("text", ""); text != "" {
		w := vw.words(d, "use.text", text, item)
		offer.Words.Text, offer.Words.Spans = w.Text, w.Spans
	}
}

// offers is like Offers, but reports a problem as a failed offer.
func (vw *Viewer) offers() []Offer {
	out, problem := vw.Offers()
	if problem != nil {
		out = append(out, Offer{Title: vw.translator.Translate("Failed"), Reason: vw.failure(problem)})
	}
	return out
}

// waitPrompt says for whom a player waits: for the acting player, or for all who may
// act at once.
func (vw *Viewer) waitPrompt(acting int) string {
	var others []string
	for p := range vw.session.Players() {
		if p+1 != vw.player && vw.session.MayAct(p+1) {
			others = append(others, strconv.Itoa(p+1))
		}
	}
	if len(others) > 1 {
		return vw.translator.Translate("Wait for players {players}.", strings.Join(others, ", "))
	}
	return vw.translator.Translate("Wait for player {player}.", strconv.Itoa(acting))
}

// Choice returns the open choice. A player who is not acting sees only whose
// turn it is.
func (vw *Viewer) Choice() Choice {
	if acting := vw.session.Player(); vw.player != acting && (!vw.session.Over() || vw.session.ChoiceStarted()) {
		return Choice{State: "WAITING", Prompt: vw.waitPrompt(acting)}
	}
	c := vw.session.Choice()
	out := Choice{
		Open: c.Open, Command: c.Command, State: c.State, Prompt: vw.translator.Message(c.Prompt), Target: c.Target,
		Picked: c.Picked, Warning: vw.translate(c.Warning), Asked: c.IsAnswer, Min: c.Min, Max: c.Max, Limits: vw.limits(c),
	}
	for _, o := range c.Options {
		option := Option{Label: o.Label, Title: vw.translate(o.Title), Reason: vw.translator.Message(o.Reason), Code: codeOf(o.Reason)}
		switch {
		case o.Value.Type != state.Nil || !c.IsAnswer:
		case len(c.Picked) == 0:
			option.Title = vw.translator.Translate("Skip")
		default:
			option.Title = vw.translator.Translate("Done")
		}
		if o.Definition != nil {
			option.Title, option.Words = vw.nameOf(o.Definition), vw.describe(o.Definition, state.None)
			option.Shows = &Entity{Name: option.Title}
			vw.identify(option.Shows, o.Definition)
		}
		if id := o.Value.ID(); id != state.None && vw.state().Alive(id) {
			option.Thing = true
			if !vw.hidden(id) {
				option.Words = vw.describe(vw.session.Definition(id), id)
			}
		}
		out.Options = append(out.Options, option)
	}
	return out
}

// limits says how many options may be picked if a question takes several, and
// how many are.
func (vw *Viewer) limits(c session.Choice) string {
	if c.Max == 0 {
		return ""
	}
	least, most := strconv.Itoa(c.Min), strconv.Itoa(c.Max)
	text := vw.translator.Translate("{min} to {max}", least, most)
	switch {
	case c.Min == c.Max:
		text = vw.translator.Translate("exactly {n}", most)
	case c.Min == 0:
		text = vw.translator.Translate("up to {n}", most)
	}
	if n := len(c.Picked); n > 0 {
		text += ", " + vw.translator.Translate("{n} picked", strconv.Itoa(n))
	}
	return text
}

// zoneNamed returns the title of a zone by the name that the player's commands
// use.
func (vw *Viewer) zoneNamed(name string) string {
	slot, ok := vw.session.Zone(name)
	if !ok {
		return name
	}
	_, owner := vw.state().Layout.ZoneDecl(slot)
	return name + vw.ownerSuffix(owner)
}

// codeOf returns the code of a refusal, or "" if there is none.
func codeOf(m *diag.Message) string {
	if m == nil {
		return ""
	}
	return m.Code
}
