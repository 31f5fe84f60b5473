package repl

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/game/board"
	"sleight/runtime/game/state"
)

const barWidth = 20

// viewer returns the player whose view is drawn: the acting player or, with
// reveal, one who sees everything.
func (r *REPL) viewer(reveal bool) *board.Viewer {
	vw := board.NewViewer(r.session, r.seat, r.translator)
	vw.Reveal = reveal
	return vw
}

// state draws the game: variables, zones, views, and what to do next.
func (r *REPL) state(args string) {
	all := args == "all" || args == "--all"
	b := r.viewer(all).Board()
	var variables, views []board.Figure
	var zones []board.Zone
	for _, g := range b.Groups {
		zones = append(zones, g.Zones...)
		for _, f := range g.Figures {
			if f.View {
				views = append(views, f)
			} else {
				variables = append(variables, f)
			}
		}
	}
	r.drawHeader(b)
	r.drawVariables(variables)
	r.drawZones(zones, all)
	r.drawViews(views)
	r.drawPrompt(b)
}

func (r *REPL) drawHeader(b *board.Board) {
	left := r.bold(b.Title)
	if b.Phase.Title != "" {
		left += ", " + b.Phase.Title
	}
	if r.session.Game().MaxPlayers > 1 {
		left += ", " + r.translator.Translate("player {player} of {players}", strconv.Itoa(b.Acting), strconv.Itoa(b.Players))
	}
	right := r.translator.Translate("seed {seed}, command {turn}", strconv.FormatUint(r.session.State().Seed, 10), strconv.Itoa(b.Turn))
	gap := r.Width - columns(left) - columns(right)
	if gap < 2 {
		r.text("", left)
		r.print("%s\n", r.dim(right))
		return
	}
	r.print("%s%s%s\n", left, strings.Repeat(" ", gap), r.dim(right))
}

// drawVariables draws variables with a scale as bars, one a line, and the
// others one after another, a line for each player.
func (r *REPL) drawVariables(variables []board.Figure) {
	barred := func(f board.Figure) bool { return f.Show == board.Bar && f.Owner == 0 }
	width := 0
	for _, f := range variables {
		if barred(f) {
			width = max(width, columns(f.Title))
		}
	}
	items, last := map[int][]string{}, 0
	for _, f := range variables {
		if barred(f) {
			r.print("%s  %s %s/%s\n", pad(f.Title, width), r.bar(*f.Number, *f.Most, barWidth), f.Value, state.FormatNumber(*f.Most))
			continue
		}
		title := f.Title
		if f.Owner > 0 {
			title = f.Common
		}
		items[f.Owner], last = append(items[f.Owner], title+" "+r.figure(f)), max(last, f.Owner)
	}
	for player := range last + 1 {
		head := ""
		if player > 0 {
			head = r.translator.Translate("Player {player}", strconv.Itoa(player)) + "  "
		}
		if len(items[player]) > 0 {
			r.flow(head, "   ", items[player])
		}
	}
}

// figure formats the value of a variable or view, with its maximum.
func (r *REPL) figure(f board.Figure) string {
	switch {
	case f.Failed:
		return r.red(r.translator.Translate("failed: {reason}", f.Value))
	case f.Show == board.Dots:
		return r.drawDots(*f.Number, *f.Most) + " " + r.bold(f.Value)
	case f.Most != nil:
		return r.bold(f.Value) + "/" + state.FormatNumber(*f.Most)
	}
	return r.bold(f.Value)
}

func (r *REPL) drawViews(views []board.Figure) {
	var items, pictures []string
	for _, f := range views {
		if f.Show == board.Picture {
			pictures = append(pictures, f.Title+"\n"+f.Value)
		} else {
			items = append(items, f.Title+" "+r.figure(f))
		}
	}
	if len(items) > 0 {
		r.flow("", "   ", items)
	}
	for _, p := range pictures {
		r.prose(p, plain)
	}
}

// drawZones draws every zone that is not empty: first those drawn as pictures,
// then those that are a line.
func (r *REPL) drawZones(zones []board.Zone, all bool) {
	var lines []board.Zone
	for _, z := range zones {
		switch {
		case z.Count == 0:
		case isPictured(z) && !z.Pile:
			r.drawPicture(z)
		default:
			lines = append(lines, z)
		}
	}
	width := widest(lines, zoneHead)
	for _, z := range lines {
		r.drawLine(z, min(width, 24, r.Width/3), !all && !z.Usable)
	}
}

// isPictured reports whether all entities in a zone are drawn as dice or with
// bars.
func isPictured(z board.Zone) bool {
	return !slices.ContainsFunc(z.Entities, func(t board.Entity) bool { return t.Die == nil && t.Life == nil })
}

func zoneHead(z board.Zone) string {
	if z.Limit >= 0 {
		return fmt.Sprintf("%s %d/%d", z.Title, z.Count, z.Limit)
	}
	return z.Title
}

// drawZone draws one zone, empty or not, hidden or not.
func (r *REPL) drawZone(slot int) {
	switch z := r.viewer(true).Zone(slot); {
	case z.Count == 0:
		r.print("%s  %s\n", r.cyan(zoneHead(z)), r.dim(r.translator.Translate("empty")))
	case isPictured(z):
		r.drawPicture(z)
	default:
		r.drawLine(z, 0, false)
	}
}

func (r *REPL) drawPicture(z board.Zone) {
	r.print("%s\n", r.cyan(zoneHead(z)))
	if z.Entities[0].Die != nil {
		r.drawDice(z.Entities)
		return
	}
	width := widest(z.Entities, nameWithLabel)
	for _, t := range z.Entities {
		long := min(barWidth, max(4, r.Width-width-16))
		head := "  " + pad(nameWithLabel(t), width) + "  " + r.bar(t.Life.Left, t.Life.Most, long) + " " + hitPoints(t)
		more := strings.Fields(r.details(t))
		if len(more) == 0 {
			r.print("%s\n", head)
			continue
		}
		r.flow(head+"  ", " ", more)
	}
}

func hitPoints(t board.Entity) string {
	return state.FormatNumber(t.Life.Left) + "/" + state.FormatNumber(t.Life.Most)
}

// item is an entity in a list: its label, its name and further details.
func (r *REPL) item(t board.Entity, pile bool) string {
	text := t.Label + " " + r.bold(t.Name)
	if pile {
		return text
	}
	var more []string
	if t.Die != nil {
		more = append(more, dieText(t.Die))
	}
	if t.Life != nil {
		more = append(more, hitPoints(t))
	}
	if rest := r.details(t); rest != "" {
		more = append(more, rest)
	}
	if t.Temporary {
		more = append(more, r.translator.Translate("for a while"))
	}
	if len(more) > 0 {
		text += " " + r.dim("("+strings.Join(more, ", ")+")")
	}
	return text
}

// details returns the properties of an entity that no picture shows.
func (r *REPL) details(t board.Entity) string {
	var out []string
	for _, trait := range t.Traits {
		out = append(out, trait.Name+" "+trait.Value)
	}
	if t.Die != nil && t.Die.Held {
		out = append(out, r.translator.Translate("held"))
	}
	if t.Die != nil && t.Die.Locked {
		out = append(out, r.translator.Translate("locked"))
	}
	return strings.Join(append(out, t.Marks...), ", ")
}

// hasDetails reports whether an entity of a list has details, such as a price.
func hasDetails(t board.Entity) bool {
	return !t.Hidden && t.Die == nil && len(t.Traits)+len(t.Marks) > 0
}

// maxHiddenItems is the maximum number of hidden entities in a row that are
// listed individually, by their labels, since one of them may have to be
// chosen.
const maxHiddenItems = 5

// items lists the contents of a zone. Hidden entities are listed by label with a
// question mark or, if they are many, in a stack or another player's, counted.
func (r *REPL) items(z board.Zone) []string {
	few := z.Count <= maxHiddenItems && z.As != board.Stack && (z.Owner == 0 || z.Owner == r.session.Player())
	var items []string
	rest := 0
	for _, t := range z.Entities {
		switch {
		case !t.Hidden:
			items = append(items, r.item(t, z.Pile))
		default:
			rest++
			if few {
				items = append(items, t.Label+" ?")
			}
		}
	}
	if rest > 0 && !few {
		items = append(items, r.dim(r.translator.Translate("{n} hidden", strconv.Itoa(rest))))
	}
	return items
}

// drawLine draws a zone as a list of names. A list of mere names that needs more
// than two lines, such as a deck, is cut to one; a hand of cards is not.
func (r *REPL) drawLine(z board.Zone, width int, cut bool) {
	head, items := r.cyan(pad(zoneHead(z), width))+"  ", r.items(z)
	switch {
	case z.Hidden:
	case z.Texts:
		r.drawTexts(head, z.Entities, items)
		return
	case cut && len(items) > maxHiddenItems && !slices.ContainsFunc(z.Entities, hasDetails):
		if room := r.Width - columns(head); linesOf(items, room) > 2 {
			items = r.fit(items, room)
		}
	}
	r.flow(head, ", ", items)
}

// drawTexts draws a zone with one or more lines for each entity: its name and
// text. Below are the explanations of the keywords.
func (r *REPL) drawTexts(head string, entities []board.Entity, names []string) {
	width := widest(names, plain)
	// Where names leave less than half of the line, texts are on the next
	// lines.
	aside := columns(head)+width+2 <= r.Width/2
	var keywords []board.Keyword
	for i, t := range entities {
		if text := t.Marked(); aside {
			r.text(head+pad(names[i], width)+"  ", text)
		} else {
			r.drawUnder(head, t.Label, names[i], text)
		}
		head = strings.Repeat(" ", columns(head))
		for _, k := range t.Keywords {
			if !slices.Contains(keywords, k) {
				keywords = append(keywords, k)
			}
		}
	}
	for _, k := range keywords {
		r.text(head, r.dim(k.Name+": "+k.Text))
	}
}

// drawUnder draws an entity and its text after a heading; further lines begin
// below its name.
func (r *REPL) drawUnder(head, label, name, text string) {
	if text != "" {
		name += ": " + text
	}
	if rest, ok := strings.CutPrefix(name, label+" "); ok {
		head, name = head+label+" ", rest
	}
	r.text(head, name)
}

// linesOf returns how many lines items need, separated by commas.
func linesOf(items []string, width int) int {
	lines, used := 1, 0
	for i, item := range items {
		need := columns(item)
		if i < len(items)-1 {
			need += len(",")
		}
		if used > 0 && used+len(" ")+need > width {
			lines, used = lines+1, 0
		}
		if used > 0 {
			used += len(" ")
		}
		used += need
	}
	return lines
}

// fit returns as many items as fit on one line, separated by commas, and then the
// number of the others.
func (r *REPL) fit(items []string, width int) []string {
	tail := columns(r.andMore(len(items)))
	used := 0
	for i, item := range items {
		used += columns(item) + len(", ")
		last := i == len(items)-1
		if i > 0 && (used > width+len(", ") || !last && used > width-tail && !r.fits(items[i+1:], width-used)) {
			return append(items[:i:i], r.dim(r.andMore(len(items)-i)))
		}
	}
	return items
}

func (r *REPL) andMore(n int) string { return r.translator.Translate("and {n} more", strconv.Itoa(n)) }

func (r *REPL) fits(items []string, width int) bool {
	for _, item := range items {
		width -= columns(item) + len(", ")
	}
	return width+len(", ") >= 0
}

// drawPrompt asks for the next action.
func (r *REPL) drawPrompt(b *board.Board) {
	switch {
	case b.Choice.Open:
		r.drawChoice(b)
	case b.Ending != nil:
		r.showEnd()
	case b.Choice.Prompt != "":
		r.prose(b.Choice.Question(), plain)
	}
}
