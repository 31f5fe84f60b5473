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
	"sleight/runtime/game/engine"
)

// Board is a game as it stands, as one player sees it.
type Board struct {
	Game  string `json:"game"`  // id of the game
	Title string `json:"title"` // what the game is called
	Text  string `json:"text,omitempty"`
	Seed  uint64 `json:"seed,string"`
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

// Of looks at a session as a player, counted from 1, sees it; 0 is the player
// who acts. Its texts are those of the book, nil for as they are written. It is
// of use until the next command.
func Of(s *engine.Session, player int, book *locale.Book) *Board {
	if player < 1 || player > s.Players() {
		player = s.Player()
	}
	e := &Eye{s, player, book}
	d := s.Game().Definition
	b := &Board{
		Game: d.ID, Title: book.Name(d), Text: book.Describe(d), Seed: s.State().Seed, Turn: s.Turn(),
		Viewer: player, Acting: s.Player(), Players: s.Players(),
		Groups: e.groups(), Offers: e.offers(), Choice: e.choice(),
	}
	b.Undo, b.Redo = s.History()
	if p := s.Phase(); p != nil {
		b.Phase = Phase{p.Name, e.declaredText("phases", p.Name, "name", p.Title), e.declaredText("phases", p.Name, "text", p.Text)}
	}
	if s.Over() {
		outcome, text := s.Outcome()
		b.Ending = &Ending{outcome, book.Say(text)}
	}
	return b
}
