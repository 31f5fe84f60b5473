package play

import (
	"fmt"
	"strconv"
	"strings"

	"sleight/runtime/game/seat"
	"sleight/runtime/game/session"
)

// playerLog is the log of a player who is not at the screen.
type playerLog struct {
	log    []entry
	unread int
}

// seatFirst begins a game. If players may know things that others may not, the
// player who acts first is at the screen.
func (m *Model) seatFirst() {
	m.seat, m.curtain, m.others = 0, false, nil
	if !m.session.Game().Private || m.session.Players() < 2 {
		return
	}
	m.seat, m.others = m.session.Player(), map[int]*playerLog{}
	for player := 1; player <= m.session.Players(); player++ {
		if player != m.seat {
			m.others[player] = &playerLog{}
		}
	}
}

// handOver closes the curtain when it is another player's turn, and shows the
// game from the seat of whoever is at the screen.
func (m *Model) handOver() {
	s := m.session
	m.curtain = s.Player() != m.seat && !s.Over()
	at := m.seat
	if m.curtain {
		at = seat.Watcher
	}
	m.board = seat.Of(s, at, m.translator).Board()
	m.board.Undo, m.board.Redo = s.History()
}

// liftCurtain shows the game from the acting player's seat.
func (m *Model) liftCurtain() {
	player := m.session.Player()
	m.others[m.seat] = &playerLog{m.log, m.unread}
	next := m.others[player]
	delete(m.others, player)
	m.seat, m.log, m.unread, m.notice = player, next.log, next.unread, ""
	m.redraw()
}

// logForAll adds what each player may know of a command to that player's log.
func (m *Model) logForAll(r session.Result) {
	for player := 1; player <= m.session.Players(); player++ {
		report := seat.Of(m.session, player, m.translator).Report(r)
		list := []entry{{text: m.signs.prompt + m.choosing.forPlayer()}}
		if report.Player != player {
			list[0].text = m.signs.prompt + fmt.Sprintf("(%d) %s", report.Player, m.choosing.forOthers(report.Command))
		}
		for _, said := range report.Said {
			list = append(list, entry{text: said.Text, loud: true})
		}
		list = append(list, m.effects(report.Changes)...)
		if player == m.seat {
			m.unread = len(m.log)
			for _, e := range list {
				m.append(e)
			}
			continue
		}
		// Everything that others did in the meantime is unread.
		s := m.others[player]
		if report.Player == player {
			s.unread = len(s.log)
		}
		for _, e := range list {
			s.add(e)
		}
	}
}

// curtainLines returns the lines of the curtain.
func (m *Model) curtainLines() []string {
	lines := make([]string, max(0, m.height/2-2))
	for _, text := range []string{m.board.Title, m.translator.Translate("Pass the device to player {player}.", strconv.Itoa(m.session.Player()))} {
		text = cut(text, m.width, m.signs.more)
		lines = append(lines, strings.Repeat(" ", (m.width-measure(text))/2)+loud.Render(text), "")
	}
	return lines
}
