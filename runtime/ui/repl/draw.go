package repl

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/game/state"
)

const barWidth = 20

// state draws the game: variables, zones, views, and what is to be done.
func (r *REPL) state(args string) {
	all := args == "all" || args == "--all"
	r.drawHeader()
	r.drawVariables(all)
	r.drawZones(all)
	r.drawViews()
	r.drawPrompt()
}

func (r *REPL) drawHeader() {
	s := r.session
	left := r.bold(r.book.Name(s.Game().Definition))
	if p := s.Phase(); p != nil {
		left += ", " + r.declaredText("phases", p.Name, "name", p.Title)
	}
	if s.Game().MaxPlayers > 1 {
		left += fmt.Sprintf(", player %d of %d", s.Player(), r.layout().Players)
	}
	right := fmt.Sprintf("seed %d, command %d", s.State().Seed, s.Turn())
	gap := r.Width - columns(left) - columns(right)
	if gap < 2 {
		r.text("", left)
		r.print("%s\n", r.dim(right))
		return
	}
	r.print("%s%s%s\n", left, strings.Repeat(" ", gap), r.dim(right))
}

// drawVariables draws those with a highest value as bars, one a line, and the
// others one after another; per player where they are.
func (r *REPL) drawVariables(all bool) {
	var bars, rest []int
	for slot := range r.layout().VarSlots() {
		d, _ := r.layout().VarDecl(slot)
		switch {
		case strings.HasPrefix(d.Name, "_"), !all && !r.declared("variables", d.Name).BoolOr("show", true):
		case d.Type == state.Number && d.Max < state.Whole && !math.IsInf(d.Max, 1) && d.Max > 0 && d.Min == 0 && !d.PerPlayer:
			bars = append(bars, slot)
		default:
			rest = append(rest, slot)
		}
	}
	width := 0
	for _, slot := range bars {
		d, _ := r.layout().VarDecl(slot)
		width = max(width, columns(r.title("variables", d.Name)))
	}
	for _, slot := range bars {
		d, _ := r.layout().VarDecl(slot)
		n := r.session.State().Var(slot).Num
		r.print("%s  %s %s/%s\n", pad(r.title("variables", d.Name), width), r.bar(n, d.Max, barWidth), state.FormatNumber(n), state.FormatNumber(d.Max))
	}
	r.plainVariables(rest)
}

// plainVariables draws variables one after another, a line for each player.
func (r *REPL) plainVariables(slots []int) {
	items := make([][]string, r.layout().Players+1)
	for _, slot := range slots {
		d, player := r.layout().VarDecl(slot)
		v := r.session.State().Var(slot)
		text := r.title("variables", d.Name) + " " + r.bold(r.said(v))
		if d.Type == state.Number && !math.IsInf(d.Max, 1) && d.Max < state.Whole {
			text += "/" + state.FormatNumber(d.Max)
		}
		items[player] = append(items[player], text)
	}
	for player, list := range items {
		if len(list) == 0 {
			continue
		}
		head := ""
		if player > 0 && len(items) > 2 {
			head = fmt.Sprintf("Player %d  ", player)
		}
		r.flow(head, "   ", list)
	}
}

// drawZones draws every zone that has something in it: first those that are a
// line, then pictures.
func (r *REPL) drawZones(all bool) {
	var lines, pictures []int
	width := 0
	for slot := range r.layout().ZoneSlots() {
		ids := r.session.State().Zone(slot)
		switch {
		case len(ids) == 0:
		case r.pictured(ids) && !r.pile(slot) && (all || !r.hidden(slot)):
			pictures = append(pictures, slot)
		default:
			lines = append(lines, slot)
			width = max(width, columns(r.zoneHead(slot)))
		}
	}
	for _, slot := range pictures {
		r.drawPicture(slot)
	}
	for _, slot := range lines {
		r.drawLine(slot, min(width, 24, r.Width/3), all, true)
	}
}

// pictured tells whether all of these are drawn as dice, or with bars.
func (r *REPL) pictured(ids []state.ID) bool {
	for _, id := range ids {
		_, isDie := r.asDie(id)
		if !isDie && !r.living(id) {
			return false
		}
	}
	return true
}

// pile tells whether what lies in a zone is only named while the game is drawn.
func (r *REPL) pile(slot int) bool {
	d, _ := r.layout().ZoneDecl(slot)
	return r.declared("zones", d.Name).BoolOr("pile", false)
}

func (r *REPL) living(id state.ID) bool {
	hp, ok := r.prop(id, "hp")
	most, also := r.prop(id, "max_hp")
	return ok && also && hp.Type == state.Number && most.Type == state.Number
}

func (r *REPL) zoneHead(slot int) string {
	d, _ := r.layout().ZoneDecl(slot)
	text := r.zoneTitle(slot)
	if d.Limit >= 0 {
		text += fmt.Sprintf(" %d/%d", len(r.session.State().Zone(slot)), d.Limit)
	}
	return text
}

// drawZone draws one zone, whatever is in it, hidden or not.
func (r *REPL) drawZone(slot int) {
	ids := r.session.State().Zone(slot)
	switch {
	case len(ids) == 0:
		r.print("%s  %s\n", r.cyan(r.zoneHead(slot)), r.dim("empty"))
	case r.pictured(ids):
		r.drawPicture(slot)
	default:
		r.drawLine(slot, 0, true, false)
	}
}

func (r *REPL) drawPicture(slot int) {
	ids := r.session.State().Zone(slot)
	r.print("%s\n", r.cyan(r.zoneHead(slot)))
	if _, dice := r.asDie(ids[0]); dice {
		r.drawDice(ids)
		return
	}
	width := 0
	for _, id := range ids {
		width = max(width, columns(r.called(id)))
	}
	for _, id := range ids {
		hp, _ := r.prop(id, "hp")
		most, _ := r.prop(id, "max_hp")
		figures := fmt.Sprintf(" %s/%s", hp, most)
		long := min(barWidth, max(4, r.Width-width-16))
		head := "  " + pad(r.called(id), width) + "  " + r.bar(hp.Num, most.Num, long) + figures
		more := strings.Fields(r.details(id, true))
		if len(more) == 0 {
			r.print("%s\n", head)
			continue
		}
		r.flow(head+"  ", " ", more)
	}
}

// item is a thing in a list: its label, its name and what is to be told of it.
func (r *REPL) item(id state.ID) string {
	text := r.session.Label(id) + " " + r.bold(r.name(id))
	if more := r.details(id, false); more != "" && !r.pile(r.session.State().ZoneOf(id)) {
		text += " " + r.dim("("+more+")")
	}
	return text
}

// hiddenItems lists a zone that one may not look into: what lies face up, and
// the labels of the rest or, where that is much, its number.
func (r *REPL) hiddenItems(slot int) []string {
	ids := r.session.State().Zone(slot)
	d, _ := r.layout().ZoneDecl(slot)
	few := len(ids) <= handful && d.Visible == state.Nobody
	var items []string
	rest := 0
	for _, id := range ids {
		switch {
		case !r.session.Concealed(id):
			items = append(items, r.item(id))
		default:
			rest++
			if few {
				items = append(items, r.session.Label(id))
			}
		}
	}
	switch {
	case rest == 0:
		return items
	case !few:
		return append(items, r.dim(strconv.Itoa(rest)+" hidden"))
	case rest == len(ids):
		return append(items, r.dim("hidden"))
	}
	return append(items, r.dim("the others hidden"))
}

// handful is how many things of a zone are always told one by one, since one of
// them may have to be chosen: hidden ones by their labels.
const handful = 5

// drawLine draws a zone as a list of names. Long ones are cut in the drawing
// of the whole game, unless the player may use what they list.
func (r *REPL) drawLine(slot, width int, all, cut bool) {
	ids := r.session.State().Zone(slot)
	head := r.cyan(pad(r.zoneHead(slot), width)) + "  "
	if r.hidden(slot) && !all {
		r.flow(head, ", ", r.hiddenItems(slot))
		return
	}
	var items []string
	for _, id := range ids {
		items = append(items, r.item(id))
	}
	if d, _ := r.layout().ZoneDecl(slot); r.declared("zones", d.Name).BoolOr("texts", false) {
		r.drawTexts(head, ids, items)
		return
	}
	if cut && !all && len(items) > handful && !r.usable(slot) {
		items = r.fit(items, r.Width-columns(head))
	}
	r.flow(head, ", ", items)
}

// usable tells whether the acting player may use what lies in a zone now.
func (r *REPL) usable(slot int) bool {
	p := r.session.Phase()
	d, player := r.layout().ZoneDecl(slot)
	return p != nil && slices.Contains(p.Use, d.Name) && (player == 0 || player == r.session.Player())
}

// drawTexts draws a zone with a line or more for each thing: its name and text.
func (r *REPL) drawTexts(head string, ids []state.ID, names []string) {
	width := 0
	for _, name := range names {
		width = max(width, columns(name))
	}
	for i, id := range ids {
		r.text(head+pad(names[i], width)+"  ", r.book.Describe(r.session.Definition(id)))
		head = strings.Repeat(" ", columns(head))
	}
}

// fit keeps as many items as stand on one line with commas, and says how many
// more there are.
func (r *REPL) fit(items []string, width int) []string {
	const tail = 12 // what "and N more" may take
	used := 0
	for i, item := range items {
		used += columns(item) + len(", ")
		last := i == len(items)-1
		if i > 0 && (used > width+len(", ") || !last && used > width-tail && !r.fits(items[i+1:], width-used)) {
			return append(items[:i:i], r.dim(fmt.Sprintf("and %d more", len(items)-i)))
		}
	}
	return items
}

func (r *REPL) fits(items []string, width int) bool {
	for _, item := range items {
		width -= columns(item) + len(", ")
	}
	return width+len(", ") >= 0
}

// details tells those properties of an entity that no picture shows: numbers
// unless they are 0, what is true, texts.
func (r *REPL) details(id state.ID, pictured bool) string {
	s := r.session.State()
	_, isDie := r.asDie(id)
	var out []string
	for i, p := range s.Prototype(id).Kind.Props {
		if pictured && (p.Name == "hp" || p.Name == "max_hp" || p.Name == "sides") || p.Name == "value" && (pictured || !isDie) {
			continue // a picture tells it, or the name
		}
		v := s.Prop(id, i)
		switch {
		case v.Type == state.Bool && v.True():
			out = append(out, r.propTitle(id, p.Name))
		case v.Type == state.Number && v.Num != 0, v.Type == state.Text && v.Str != "", v.Type == state.Ref:
			out = append(out, r.propTitle(id, p.Name)+" "+r.said(v))
		}
	}
	if !pictured && s.Temporary(id) {
		out = append(out, "for a time")
	}
	return strings.Join(out, ", ")
}

func (r *REPL) drawViews() {
	var items, pictures []string
	for _, v := range r.session.Game().Views {
		text, ok := r.view(v)
		if text == `""` || text == "none" {
			continue // nothing to show now
		}
		if strings.Contains(text, "\n") {
			pictures = append(pictures, r.declaredText("views", v.Name, "name", v.Title)+"\n"+text)
			continue
		}
		if ok {
			text = r.bold(text)
		} else {
			text = r.red(text)
		}
		items = append(items, r.declaredText("views", v.Name, "name", v.Title)+" "+text)
	}
	if len(items) > 0 {
		r.flow("", "   ", items)
	}
	for _, p := range pictures {
		r.prose(p, plain)
	}
}

// drawPrompt says what is to be done now.
func (r *REPL) drawPrompt() {
	c := r.session.Choice()
	switch {
	case c.Open:
		r.showChoice()
	case r.session.Over():
		r.showEnd()
	case c.Prompt != "":
		r.prose(r.book.Say(c.Prompt), plain)
	}
}
