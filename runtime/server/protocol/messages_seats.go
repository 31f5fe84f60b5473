package protocol

import "sleight/runtime/server/host"

// Join names a seat at a hosted table by its secret token.
type Join struct {
	Table string `json:"table"` // its id
	Token string `json:"token"`
}

// Joined describes a seat that was taken.
type Joined struct {
	Table string `json:"table"`
	Game  string `json:"game"` // its id
	// Player is the player of the seat, counted from 1; absent for watchers.
	Player int `json:"player,omitempty"`
	Seats  int `json:"seats"` // the number of players
	// LastNumber is the number of the seat's last command; see seat/act.
	LastNumber int64             `json:"once"`
	News       *host.TableUpdate `json:"news"`
	Presence   host.Presence     `json:"presence"`
}

// ResultLimit is the maximum number of results; 200 if absent.
type ResultLimit struct {
	Limit int `json:"limit,omitempty"`
}

// SeatLogRequest asks for the commands since a turn; 0 means all. An answer has
// at most 1,000 entries.
type SeatLogRequest struct {
	From int `json:"from,omitempty"`
}

// SeatBot names a bot for a seat; without one, no bot plays the seat any more.
type SeatBot struct {
	Table  string `json:"table"`
	Player int    `json:"player"`
	Bot    string `json:"bot,omitempty"`
}

// LastOnce is the data of the error about a command number that is too low.
type LastOnce struct {
	Once int64 `json:"once"` // the number of the seat's last command
}
