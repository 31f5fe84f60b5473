// Package board is what a face shows of a game: figures, zones and what lies in
// them, what may be done and why not, and what is being chosen, all as one
// player may see it.
//
// Layer game. It reads a session and gives data that can be written as JSON. It
// draws nothing, changes nothing and knows no game: order, groups, dots and
// bars come from the game's own layout, or from what its declarations say.
package board

import (
	"sleight/runtime/content/locale"
	"sleight/runtime/game/session"
)

// Board is a game as it stands, as one player sees it.
type Board struct {
	Game  string `json:"game"`  // id of the game
	Title string `json:"title"` // what the game is called
	Text  string `json:"text,omitempty"`
	// Turn is how many commands have been done; Undo and Redo how many can be
	// taken back and done again.
	Turn int `json:"turn"`
	Undo int `json:"undo"`
	Redo int `json:"redo"`
	// Viewer sees, Acting acts; both count from 1, Players is how many play.
	Viewer  int     `json:"viewer"`
	Acting  int     `json:"acting"`
	Players int     `json:"players"`
	Phase   Phase   `json:"phase"`
	Ending  *Ending `json:"ending,omitempty"`
	Groups  []Group `json:"groups"`
	// Offers is empty while another player acts.
	Offers []Offer `json:"offers"`
	Choice Choice  `json:"choice"`
}

// Phase is the part of the game that goes on.
type Phase struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Text  string `json:"text,omitempty"`
}

// Ending is how a game ended.
type Ending struct {
	Outcome string `json:"outcome"` // won or lost
	Text    string `json:"text,omitempty"`
}

// Group is figures and zones that belong together, to be shown in order.
type Group struct {
	Title   string   `json:"title,omitempty"`
	Figures []Figure `json:"figures"`
	Zones   []Zone   `json:"zones"`
}

// Of returns the board as a player, counted from 1, sees it; player 0 is the
// player who acts. Its texts are translated by book; a nil book leaves them as
// they are written. It is valid until the next command.
func Of(s *session.Session, player int, book *locale.Book) *Board {
	return NewViewer(s, player, book).Board()
}

// Board returns everything that the viewer can see.
func (vw *Viewer) Board() *Board {
	s := vw.session
	d := s.Game().Definition
	b := &Board{
		Game: d.ID, Title: vw.book.Name(d), Text: vw.book.Describe(d), Turn: s.Turn(),
		Viewer: vw.player, Acting: s.Player(), Players: s.Players(),
		Groups: vw.groups(), Offers: vw.offers(), Choice: vw.Choice(),
	}
	b.Undo, b.Redo = s.History()
	if p := s.Phase(); p != nil {
		b.Phase = Phase{p.Name, vw.Text("phases", p.Name, "name", p.Title), vw.Text("phases", p.Name, "text", p.Text)}
	}
	if s.Over() {
		outcome, text := s.Outcome()
		b.Ending = &Ending{outcome, vw.book.Say(text)}
	}
	return b
}

// Find returns the thing of a label, or nil if there is none.
func (b *Board) Find(label string) *Thing {
	for _, g := range b.Groups {
		for _, z := range g.Zones {
			for i := range z.Things {
				if z.Things[i].Label == label {
					return &z.Things[i]
				}
			}
		}
	}
	return nil
}
