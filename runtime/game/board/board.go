// Package board describes a game as a front end shows it: figures, zones and
// their contents, the commands available and why others are not, and the open
// choice, all limited to what one player may see.
//
// Layer game. It reads a session and returns data that can be written as JSON.
// It draws nothing, changes nothing and has no knowledge of any particular
// game: order, groups, dots and bars come from the game's layout or
// declarations.
package board

import (
	"sleight/runtime/content/locale"
	"sleight/runtime/diag"
	"sleight/runtime/game/session"
	"sleight/runtime/lua"
)

// Board is the current state of a game as one player sees it.
type Board struct {
	Game  string `json:"game"`  // id of the game
	Title string `json:"title"` // title of the game
	Text  string `json:"text,omitempty"`
	// Turn is the number of commands done, Undo and Redo the numbers that can
	// be undone and redone.
	Turn int `json:"turn"`
	Undo int `json:"undo"`
	Redo int `json:"redo"`
	// Viewer is the player who sees this board and Acting the player whose turn
	// it is, both counted from 1; Players is the number of players.
	Viewer  int `json:"viewer"`
	Acting  int `json:"acting"`
	Players int `json:"players"`
	// Waiting lists the players who have yet to choose, in a phase in which all
	// choose before anything happens.
	Waiting []int `json:"waiting,omitempty"`
	// Clocks lists the players whose time for the current choice is limited.
	// The caller of the session measures it.
	Clocks []session.Clock `json:"clocks,omitempty"`
	Phase  Phase           `json:"phase"`
	// Window is what players may react to now, or nil.
	Window *Window `json:"window,omitempty"`
	Ending *Ending `json:"ending,omitempty"`
	Groups []Group `json:"groups"`
	// Offers is empty while another player acts, or while a question waits to be
	// answered.
	Offers []Offer `json:"offers"`
	Choice Choice  `json:"choice"`
	// Failures are the problems of scripts that question marks replace at a table.
	Failures []*diag.Diagnostic `json:"-"`
}

// Phase is the current phase of the game.
type Phase struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Text  string `json:"text,omitempty"`
}

// Group is a list of figures and zones to be shown together, in order.
type Group struct {
	Title string `json:"title,omitempty"`
	// Place is the part of the table it belongs to: head, far, middle, near or
	// side.
	Place   string   `json:"place"`
	Figures []Figure `json:"figures"`
	Zones   []Zone   `json:"zones"`
}

// Of returns the board as a player, counted from 1, sees it; player 0 is the
// acting player. Texts are translated by translator; with a nil translator they stay as
// written. The board is valid until the next command.
func Of(s *session.Session, player int, translator *locale.Translator) *Board {
	return NewViewer(s, player, translator).Board()
}

// Fuel is the total that the expressions of one board may spend, in units of
// fuel: five times the budget of a command.
const Fuel = 5 * lua.DefaultFuel

// Board returns everything the viewer can see. Figures and texts for which no
// fuel is left are shown as failed.
func (vw *Viewer) Board() (b *Board) {
	vw.session.WithBudget(Fuel, func() { b = vw.board() })
	return b
}

func (vw *Viewer) board() *Board {
	s := vw.session
	vw.failures = nil
	d := s.Game().Definition
	b := &Board{
		Game: d.ID, Title: vw.translator.Name(d), Text: vw.words(d, "text", d.Text, 0).Text, Turn: s.Turn(),
		Viewer: vw.player, Acting: s.Player(), Players: s.Players(), Waiting: s.Waiting(), Clocks: s.Clocks(),
		Groups: vw.groups(), Offers: vw.offers(), Choice: vw.Choice(),
	}
	b.Undo, b.Redo = s.History()
	if p := s.Phase(); p != nil {
		b.Phase = Phase{p.Name, vw.Text("phases", p.Name, "name", p.Title), vw.Text("phases", p.Name, "text", p.Text)}
	}
	b.Window = vw.window()
	b.Ending = vw.Ending()
	b.Failures = vw.failures
	return b
}

// Find returns the entity with a label, or nil if there is none.
func (b *Board) Find(label string) *Entity {
	for _, g := range b.Groups {
		for _, z := range g.Zones {
			for i := range z.Entities {
				if z.Entities[i].Label == label {
					return &z.Entities[i]
				}
			}
		}
	}
	return nil
}
