package repl

import (
	"strings"

	"sleight/runtime/game/engine"
)

// view computes a view as text; it is not ok when the view's script failed.
func (r *REPL) view(v *engine.View) (text string, ok bool) {
	value, problem := r.session.View(v)
	if problem != nil {
		return "failed: " + problem.Message, false
	}
	return r.said(value), true
}

// views shows every view with what it means.
func (r *REPL) views(string) {
	all := r.session.Game().Views
	if len(all) == 0 {
		r.print("The game has no views.\n")
		return
	}
	shown := map[string]string{}
	names, values := 0, 0
	for _, v := range all {
		value, problem := r.session.View(v)
		if problem != nil {
			r.problem(*problem)
			continue
		}
		shown[v.Name] = r.said(value)
		names = max(names, columns(v.Name))
		if !strings.Contains(shown[v.Name], "\n") {
			values = max(values, min(columns(shown[v.Name]), r.Width/3))
		}
	}
	for _, v := range all {
		value, ok := shown[v.Name]
		about := r.dim(r.declaredText("views", v.Name, "text", v.Text))
		switch {
		case !ok:
		case strings.Contains(value, "\n"):
			r.text(pad(v.Name, names)+"  ", about)
			r.prose(value, r.bold)
		default:
			r.text(pad(v.Name, names)+"  "+pad(r.bold(value), values)+"  ", about)
		}
	}
}

// preview is a view as it was shown last.
type preview struct {
	text string
	ok   bool
}

// glance notes what the views show now, without a word.
func (r *REPL) glance() {
	r.previews = map[string]preview{}
	for _, v := range r.session.Game().Views {
		text, ok := r.view(v)
		r.previews[v.Name] = preview{text, ok}
	}
}

// showViews shows the views that have changed since they were noted.
func (r *REPL) showViews() {
	before := r.previews
	r.glance()
	var items, pictures []string
	for _, v := range r.session.Game().Views {
		was, known := before[v.Name]
		now := r.previews[v.Name]
		switch {
		case !known || was.text == now.text:
		case strings.Contains(now.text, "\n"):
			pictures = append(pictures, r.declaredText("views", v.Name, "name", v.Title)+"\n"+now.text)
		case was.text == `""`:
			items = append(items, r.declaredText("views", v.Name, "name", v.Title)+" "+r.bold(now.text))
		case !was.ok || !now.ok:
			items = append(items, r.declaredText("views", v.Name, "name", v.Title)+" "+now.text)
		default:
			items = append(items, r.declaredText("views", v.Name, "name", v.Title)+" "+r.became(was.text, now.text))
		}
	}
	if len(items) > 0 {
		r.flow("  ", ", ", items)
	}
	for _, p := range pictures {
		r.prose(p, plain)
	}
}
