package repl

import (
	"errors"
	"io"
	"unicode/utf8"
)

// Keys that end a line or a choice, mapped to private-use characters.
const (
	interruptKey = '\uE003' // Ctrl-C
	leaveKey     = '\uE004' // Ctrl-D
	escapeKey    = '\uE01B' // Esc
)

// errInterrupt is the error for a line that the user has abandoned.
var errInterrupt = errors.New("interrupted")

// keys reads from a terminal and returns one key at a time, so that typed-ahead
// input is not lost in a buffer that is discarded with its line.
type keys struct {
	in io.Reader
	// more reports whether more input is available, or will be in a moment: Esc
	// is also the first byte of other keys.
	more func() bool

	pending []byte
	end     error // the error of the next read, returned once
	newline bool  // the last key was a carriage return
}

// Read returns one key.
func (k *keys) Read(p []byte) (int, error) {
	for {
		if err := k.end; err != nil {
			k.end = nil
			return 0, err
		}
		if key, ok := k.next(); ok {
			if key != "" {
				return copy(p, key), nil
			}
			continue
		}
		if len(k.pending) > 0 && k.pending[0] == esc && !k.more() {
			lone := len(k.pending) == 1
			k.pending = nil
			if lone {
				return copy(p, string(escapeKey)), nil
			}
			continue
		}
		var buf [256]byte
		n, err := k.in.Read(buf[:])
		k.pending = append(k.pending, buf[:n]...)
		if n == 0 && err != nil {
			return 0, err
		}
	}
}

const esc = 0x1b

// next takes a key from the pending input. It returns ok == false if that is
// empty or only the beginning of a key. Keys without a meaning here come back
// empty.
func (k *keys) next() (key string, ok bool) {
	b := k.pending
	if len(b) == 0 {
		return "", false
	}
	after := k.newline
	k.newline = false
	n := 1
	switch c := b[0]; {
	case c == esc:
		if n = sequenceLength(b); n == 0 {
			return "", false
		}
		key = translateKey(string(b[:n]))
	case c == 3:
		key = string(interruptKey)
	case c == 4:
		key = string(leaveKey)
	case c == '\r':
		key, k.newline = "\r", true
	case c == '\n' && !after:
		key = "\r"
	case c == '\n':
	case !utf8.FullRune(b):
		return "", false
	default:
		r, size := utf8.DecodeRune(b)
		if n = size; r != utf8.RuneError && (r < '\uE000' || r > '\uF8FF') {
			key = string(b[:n])
		}
	}
	k.pending = b[n:]
	return key, true
}

// sequenceLength returns the length in bytes of the key that begins with Esc,
// or 0 if it is still incomplete.
func sequenceLength(b []byte) int {
	switch {
	case len(b) == 1:
		return 0
	case b[1] == esc:
		return 1
	case b[1] == 'O' && len(b) > 2:
		return 3
	case b[1] == 'O':
		return 0
	case b[1] != '[':
		_, size := utf8.DecodeRune(b[1:])
		return 1 + size
	}
	for i := 2; i < len(b); i++ {
		if b[i] >= 0x40 && b[i] <= 0x7e {
			return i + 1
		}
	}
	return 0
}

// translateKey returns the escape sequence that the line editor knows for that
// of a terminal, or "" if there is none.
func translateKey(sequence string) string {
	switch sequence {
	case "\x1b":
		return string(escapeKey)
	case "\x1b[A", "\x1bOA":
		return "\x1b[A"
	case "\x1b[B", "\x1bOB":
		return "\x1b[B"
	case "\x1b[C", "\x1bOC":
		return "\x1b[C"
	case "\x1b[D", "\x1bOD":
		return "\x1b[D"
	case "\x1b[H", "\x1bOH", "\x1b[1~", "\x1b[7~":
		return "\x1b[H"
	case "\x1b[F", "\x1bOF", "\x1b[4~", "\x1b[8~":
		return "\x1b[F"
	case "\x1b[3~":
		return "\x1b[3~"
	case "\x1b[1;5C", "\x1b[1;3C", "\x1bf":
		return "\x1b[1;3C" // one word to the right
	case "\x1b[1;5D", "\x1b[1;3D", "\x1bb":
		return "\x1b[1;3D"
	case "\x1b\x7f":
		return "\x17" // deletes the word to the left
	}
	return ""
}
