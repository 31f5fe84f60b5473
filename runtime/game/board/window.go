package board

// Window is a moment in which players may react to a command or an event.
type Window struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Text  string `json:"text,omitempty"`
	// By is the player whose command or event it is, counted from 1, and Item the
	// label of the item that the command uses, if everyone may know.
	By   int    `json:"by"`
	Item string `json:"item,omitempty"`
	// Waiting lists who has yet to react or pass, in order. The first of them acts,
	// unless a question waits.
	Waiting []int `json:"waiting"`
}

// window returns the open window, or nil.
func (vw *Viewer) window() *Window {
	d, w := vw.session.Window()
	if d == nil || vw.session.Over() {
		return nil
	}
	out := &Window{
		Name: d.Name, Title: vw.Text("windows", d.Name, "name", d.Title), Text: vw.Text("windows", d.Name, "text", d.Text),
		By: w.By, Waiting: w.Waiting,
	}
	if vw.session.ShownForReaction(w.Item) {
		out.Item = vw.label(w.Item)
	}
	return out
}
