package repl

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/board"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
)

// maxLegal is how many legal commands are listed.
const maxLegal = 200

func (r *REPL) legal(string) {
	commands, problem := r.session.Legal(maxLegal + 1)
	if problem != nil {
		defer r.problem(*problem) // of some action; the others follow
	}
	if len(commands) == 0 {
		if problem != nil {
			return
		}
		r.print("%s\n", r.translator.Translate("No command is legal now."))
		return
	}
	more := ""
	if len(commands) > maxLegal {
		commands, more = commands[:maxLegal], r.translator.Translate("and more")
	}
	var lines []line
	for _, c := range commands {
		head, rest, _ := strings.Cut(r.session.Format(c), " ")
		if head == "use" {
			item, targets, _ := strings.Cut(rest, " ")
			head, rest = head+" "+item, targets
		}
		rest += r.targetDetails(c)
		lines = add(lines, head, rest)
	}
	for _, l := range lines {
		r.flow(r.bold(l.head)+"  ", "   ", l.items)
	}
	if more != "" {
		r.print("%s\n", more)
	}
}

// targetDetails returns, in parentheses, what zones show about the targets of a
// command.
func (r *REPL) targetDetails(c session.Command) string {
	var words []string
	for _, v := range c.Targets {
		if id := v.ID(); id != state.None {
			if text := r.viewer(false).DetailsText(id); text != "" {
				words = append(words, text)
			}
		}
	}
	if len(words) == 0 {
		return ""
	}
	return " (" + strings.Join(words, "; ") + ")"
}

func (r *REPL) actions(string) {
	offers, problem := r.viewer(false).Offers()
	if problem != nil {
		defer r.problem(*problem) // of some action; the others follow
	}
	if len(offers) == 0 {
		if problem != nil {
			return
		}
		if b := r.viewer(false).Board(); b.Choice.Open { // the answers are the actions
			r.drawChoice(b)
			return
		}
		r.print("%s\n", r.translator.Translate("There is nothing to do now."))
		return
	}
	width := widest(offers, func(o board.Offer) string { return o.Command + inCapitals(o.Asks) })
	for _, o := range offers {
		r.text(pad(r.bold(o.Command)+inCapitals(o.Asks), min(width, 30, r.Width/3))+"  ", r.describeOffer(o))
	}
}

// describeOffer describes the cost and effect of an offer, or why it is not
// possible.
func (r *REPL) describeOffer(o board.Offer) string {
	open := r.translator.Translate("cost by target")
	var parts []string
	for _, c := range o.Costs {
		switch {
		case c.Depends && !slices.Contains(parts, open):
			parts = append(parts, open)
		case c.Depends:
		case c.All:
			parts = append(parts, r.lower(c.Title)+" -X")
		case c.Amount != 0:
			parts = append(parts, r.lower(c.Title)+" "+state.FormatNumber(-c.Amount))
		}
	}
	text := o.Explained()
	if text == "" {
		text = o.Title
	}
	if len(parts) > 0 {
		text = "(" + strings.Join(parts, ", ") + ") " + text
	}
	if o.Warning != "" {
		text += " " + r.yellow(r.translator.Translate("Warning: {warning}", o.Warning))
	}
	if o.Reason != "" {
		text = r.red(r.translator.Translate("No: {reason}", strings.TrimSuffix(o.Reason, ".")+".")) + " " + r.dim(text)
	}
	return text
}

// lower puts a title within a line in lower case, unless its language may need
// the capitals.
func (r *REPL) lower(title string) string {
	if r.translator != nil {
		return title
	}
	return strings.ToLower(title)
}

func (r *REPL) why(args string) {
	if args == "" {
		r.refuse("%s", r.filled("Say what: why {command}."))
		return
	}
	offers, failure := r.viewer(false).Offers()
	if i := slices.IndexFunc(offers, func(o board.Offer) bool { return o.Command == args }); i >= 0 {
		if o := offers[i]; o.Reason != "" {
			r.text("", r.translator.Translate("{command} is not possible: {reason}", args, o.Reason))
		} else {
			r.text("", r.translator.Translate("{command} is possible.", args)+" "+r.describeOffer(o))
		}
		return
	}
	// A command with targets, or one that is not offered.
	_, refusal, problem := r.session.Parse(args)
	if problem == nil && refusal == nil {
		problem = failure // of this command, or another
	}
	switch {
	case problem != nil:
		r.problem(*problem)
	case refusal != nil:
		r.text("", r.translator.Translate("{command} is not possible: {reason}", args, r.translator.Message(refusal)))
	default:
		r.print("%s\n", r.translator.Translate("{command} is possible.", args))
	}
}

// printWords prints a text with the explanations of its keywords.
func (r *REPL) printWords(w board.Words) {
	if w.Text != "" {
		r.text("  ", w.Marked())
	}
	for _, k := range w.Keywords {
		r.text("  "+k.Name+": ", k.Text)
	}
}

func (r *REPL) inspect(word string) {
	if _, inPlay := r.session.Find(word); !inPlay && r.showNamed(word) {
		return // a zone or variable
	}
	id, ok := r.find(word)
	if !ok {
		return
	}
	s := r.session.State()
	d := r.session.Definition(id)
	r.print("%s, %s (%s)\n", r.bold(r.entityName(id)), d.Key(), d.Place)
	r.printWords(r.viewer(true).Entity(id).Words)
	if zone := s.ZoneOf(id); zone == state.Limbo {
		r.print("  temporarily out of play\n")
	} else {
		r.print("  place %d of %d in %s\n", s.Index(id)+1, len(s.Zone(zone)), r.viewer(true).ZoneTitle(zone))
	}
	for i, p := range s.Prototype(id).Kind.Props {
		text := r.propValue(id, p.Name, s.Prop(id, i))
		if start := s.Prototype(id).Start; i < len(start) && start[i] != s.Prop(id, i) {
			text += r.dim(" (at first " + r.propValue(id, p.Name, start[i]) + ")")
		}
		r.print("  %s = %s\n", p.Name, text)
	}
	for _, p := range d.Params {
		p = r.translator.Param(d, p)
		r.print("  %s = %s %s\n", p.Name, state.FormatNumber(p.Default), r.dim("("+strings.TrimSuffix("parameter, "+p.Unit, ", ")+")"))
	}
	if len(d.Tags) > 0 {
		r.print("  tags %s\n", strings.Join(d.Tags, ", "))
	}
	if s.Temporary(id) {
		r.print("  here temporarily\n")
	}
}

// find returns an entity in play by its label, or prints that there is none.
func (r *REPL) find(word string) (state.ID, bool) {
	if word == "" {
		r.refuse("Say which: a label such as those that state shows, or an id.")
		return state.None, false
	}
	id, ok := r.session.Find(word)
	if !ok {
		r.unknownName("entity in play", word, r.labels())
	}
	return id, ok
}

// labels lists the labels of the entities in zones.
func (r *REPL) labels() []string {
	var out []string
	for slot := range r.layout().ZoneSlots() {
		out = append(out, r.labelsOf(slot)...)
	}
	return out
}

// labelsOf lists the labels of the entities in a zone.
func (r *REPL) labelsOf(slot int) []string {
	var out []string
	for _, id := range r.session.State().Zone(slot) {
		out = append(out, r.session.Label(id))
	}
	return out
}

// inspectable filters labels to those of entities that the acting player may inspect.
func (r *REPL) inspectable() []string {
	var out []string
	for slot := range r.layout().ZoneSlots() {
		if !r.session.Hidden(slot) {
			out = append(out, r.labelsOf(slot)...)
		}
	}
	return out
}

// unknownName rejects a name, suggesting the nearest known one.
func (r *REPL) unknownName(what, name string, known []string) {
	text := fmt.Sprintf("Unknown %s %q.", what, name)
	if near, ok := diag.Nearest(name, known); ok {
		text += " Did you mean " + near + "?"
	}
	r.refuse("%s", text)
}

func (r *REPL) log(args string) {
	n, ok := r.count(args, 20)
	if !ok {
		return
	}
	entries := r.session.Log()
	from := max(0, len(entries)-n)
	if from > 0 {
		r.print("%s\n", r.dim(fmt.Sprintf("%d before (log %d shows them)", from, len(entries))))
	}
	for i, e := range entries[from:] {
		text := e.Text
		if r.layout().Players > 1 && e.Player != 0 {
			text = fmt.Sprintf("(%d) %s", e.Player, text)
		}
		r.print("%4d  %s\n", from+i, text)
		for _, m := range e.Messages {
			r.print("      %s\n", r.dim(addressed(m, r.translator.Message(r.session.Sentence(m.Text)))))
		}
	}
	if _, redo := r.session.History(); redo > 0 {
		r.print("%s\n", r.dim(fmt.Sprintf("%d undone (redo %d does them again)", redo, redo)))
	}
}

// count parses a number of things, at least 1.
func (r *REPL) count(args string, other int) (int, bool) {
	if args == "" {
		return other, true
	}
	n, err := strconv.Atoi(args)
	if err != nil || n < 1 {
		r.refuse("The number must be a whole number from 1, not %q.", args)
		return 0, false
	}
	return n, true
}

func (r *REPL) api(name string) {
	var known []string
	for _, f := range api.Functions() {
		known = append(known, f.Name)
		if f.Name == name {
			r.print("%s\n  %s\n", r.bold(r.signature(f)), f.Doc)
			for _, p := range f.Params {
				text := fmt.Sprintf("%s: %s, %s", p.Name, p.Type, p.Doc)
				if p.Optional {
					text += "; left out: " + p.Default
				}
				r.print("  %s\n", text)
			}
			if f.Result != "" {
				r.print("  gives %s\n", f.Result)
			}
			r.print("  Example: %s\n", f.Example)
			return
		}
	}
	if name != "" {
		r.unknownName("function", name, known)
		return
	}
	var lines []line
	for _, f := range api.Functions() {
		lines = add(lines, f.Group, f.Name)
	}
	for _, l := range lines {
		r.flow(pad(r.cyan(l.head), 14), ", ", l.items)
	}
	r.print("api NAME explains one.\n")
}

func (r *REPL) signature(f api.Function) string {
	var params []string
	for _, p := range f.Params {
		if p.Optional {
			params = append(params, "["+p.Name+"]")
		} else {
			params = append(params, p.Name)
		}
	}
	if f.Variadic {
		params = append(params, r.ellipsis())
	}
	return f.Name + "(" + strings.Join(params, ", ") + ")"
}
