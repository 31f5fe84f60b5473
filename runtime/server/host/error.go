package host

import "fmt"

// ErrorKind classifies errors by what a client can do about them.
type ErrorKind int

const (
	// Invalid is a call that is invalid in any state of the table.
	Invalid ErrorKind = iota
	// Forbidden is a call that this client may not make.
	Forbidden
	// LimitExceeded is a call beyond the limits; it may be repeated later.
	LimitExceeded
	// Stale is a call about an earlier state of the table.
	Stale
	// Unavailable is a table that cannot continue: its disk or its file has
	// failed, or it has as many commands as it may have.
	Unavailable
)

// Error is the reason why a call has no answer. Refusals by the rules are not
// errors.
type Error struct {
	Kind ErrorKind
	Text string
	// Sequence is the number of the seat's last command, if that is the reason.
	Sequence int64
}

// Error implements the error interface.
func (e *Error) Error() string { return e.Text }

func fail(kind ErrorKind, format string, args ...any) *Error {
	return &Error{Kind: kind, Text: fmt.Sprintf(format, args...)}
}
