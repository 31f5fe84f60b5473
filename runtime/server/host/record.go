package host

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"sleight/runtime/diag/strictjson"
)

// format is the version of the files of tables.
const format = 1

// The bounds of a table's file.
const (
	maxFile   = 64 << 20
	sumLength = 16 // in hexadecimal digits
)

// record is one line of a table's file. Exactly one of its parts is set.
type record struct {
	Head    *header        `json:"table,omitempty"` // the first line
	Command *playedCommand `json:"move,omitempty"`
	Swap    *contentID     `json:"content,omitempty"`
	SeatBot *seatBot       `json:"sits,omitempty"`
}

// header names the game, and identifies its content.
type header struct {
	Format int    `json:"format"`
	ID     string `json:"id"`
	Game   string `json:"game"`
	Seed   uint64 `json:"seed,string"`
	Seats  int    `json:"seats"`
	// Keys are the digests of the tokens: of the players in order, and of
	// watchers.
	Keys     []string  `json:"keys"`
	StandIn  string    `json:"stand_in,omitempty"`
	Patience int       `json:"patience,omitempty"` // seconds
	Pinned   bool      `json:"pinned,omitempty"`
	Content  contentID `json:"content"`
}

// playedCommand is a command that was run.
type playedCommand struct {
	Text string `json:"do"`
	// Player gave it, with the number Sequence, if not 0.
	Player   int   `json:"by"`
	Sequence int64 `json:"once,omitempty"`
	// Outcome identifies its effects, so that a replay that differs is
	// detected.
	Outcome string `json:"outcome"`
}

// contentID identifies content: by the digest of what the game sees, and the bundle
// that holds it, if one is stored.
type contentID struct {
	Digest string `json:"digest"`
	Bundle string `json:"bundle,omitempty"`
}

// seatBot assigns a bot to a seat; none if Bot is empty.
type seatBot struct {
	Player int    `json:"player"`
	Bot    string `json:"bot,omitempty"`
}

// chain is the checksum of a file so far. Each line begins with that of the
// lines up to itself, so that no changed, lost or moved line goes unnoticed.
type chain [sha256.Size]byte

// line writes a record as a line, and advances the chain.
func (c *chain) line(r *record) []byte {
	text, err := json.Marshal(r)
	if err != nil {
		panic("host: " + err.Error()) // all parts are our own
	}
	c.add(text)
	return fmt.Appendf(nil, "%s %s\n", c.sum(), text)
}

func (c *chain) add(text []byte) { *c = sha256.Sum256(append(c[:], text...)) }

func (c *chain) sum() string { return hex.EncodeToString(c[:sumLength/2]) }

// errTorn ends a file whose last line was not written completely.
var errTorn = errors.New("the last line is incomplete")

// parse reads the records of a file and returns how many bytes they take. An
// incomplete last line is omitted: it was being written when the host was
// killed, and was never acknowledged. Any other line that does not match its
// checksum is an error: it may be a command that players were notified of.
func parse(data []byte) (records []*record, length int64, end chain, err error) {
	for len(data) > 0 {
		text, rest, whole := bytes.Cut(data, []byte("\n"))
		r := &record{}
		next := end
		if err := next.read(text, r); !whole || err != nil {
			if len(rest) > 0 || whole && !isPartlyWritten(text) || end.beginsRecord(text) {
				return nil, 0, end, fmt.Errorf("line %d is damaged", len(records)+1)
			}
			return records, length, end, errTorn
		}
		records, length, end, data = append(records, r), length+int64(len(text))+1, next, rest
	}
	return records, length, end, nil
}

// isPartlyWritten reports whether parts of a line never reached the disk although its
// end did. A file system fills such parts with zeros after a power failure;
// damage to a single byte does not leave two zeros in a row.
func isPartlyWritten(text []byte) bool { return bytes.Contains(text, []byte{0, 0}) }

// beginsRecord reports whether a text begins with a complete record that is followed by
// something other than a line break, which has then been lost.
func (c chain) beginsRecord(text []byte) bool {
	sum, body, _ := bytes.Cut(text, []byte(" "))
	var first json.RawMessage
	d := json.NewDecoder(bytes.NewReader(body))
	if d.Decode(&first) != nil || d.InputOffset() == int64(len(body)) {
		return false
	}
	c.add(first)
	return c.sum() == string(sum)
}

// read reads a line without its end, and advances the chain.
func (c *chain) read(text []byte, r *record) error {
	sum, body, ok := bytes.Cut(text, []byte(" "))
	if !ok || len(sum) != sumLength {
		return errors.New("it does not begin with a checksum")
	}
	if c.add(body); c.sum() != string(sum) {
		return errors.New("it does not match its checksum")
	}
	return strictjson.Unmarshal(body, r)
}
