package repl

import "sleight/runtime/game/board"

// views shows every view with its description.
func (r *REPL) views(string) {
	if len(r.session.Game().Views) == 0 {
		r.print("The game has no views.\n")
		return
	}
	all := r.viewer(false).Views()
	names, values := 0, 0
	for i, f := range all {
		if f.Value == "" {
			all[i].Value = `""`
		}
		if names = max(names, columns(f.Name)); f.Show != board.Picture && !f.Failed {
			values = max(values, min(columns(f.Value), r.Width/3))
		}
	}
	for _, f := range all {
		head, about := pad(f.Name, names)+"  ", r.dim(f.Text)
		switch {
		case f.Failed:
			r.problem(*f.Problem)
		case f.Show == board.Picture:
			r.text(head, about)
			r.prose(f.Value, r.bold)
		default:
			r.text(head+pad(r.bold(f.Value), values)+"  ", about)
		}
	}
}

// recordViews records the current values of the views without printing them.
func (r *REPL) recordViews() {
	r.previews = map[string]board.Figure{}
	for _, f := range r.viewer(false).Views() {
		r.previews[f.Name] = f
	}
}

// showViews shows the views that have changed since they were recorded.
func (r *REPL) showViews() {
	before := r.previews
	r.recordViews()
	var items, pictures []string
	for _, v := range r.session.Game().Views {
		was, seen := before[v.Name]
		now := r.previews[v.Name]
		switch {
		case !seen || was.Value == now.Value && was.Failed == now.Failed:
		case now.Show == board.Picture:
			pictures = append(pictures, now.Title+"\n"+now.Value)
		case was.Failed || now.Failed:
			items = append(items, now.Title+" "+r.figure(now))
		case was.Empty(), columns(was.Value)+columns(now.Value) > r.Width/2: // either would hide the new value
			items = append(items, now.Title+" "+r.bold(now.Value))
		default:
			items = append(items, now.Title+" "+r.became(was.Value, r.orNone(now)))
		}
	}
	if len(items) > 0 {
		r.flow("  ", ", ", items)
	}
	for _, p := range pictures {
		r.prose(p, plain)
	}
}

// orNone is the text for a view's value.
func (r *REPL) orNone(f board.Figure) string {
	if f.Empty() {
		return r.translator.Translate("none")
	}
	return f.Value
}
