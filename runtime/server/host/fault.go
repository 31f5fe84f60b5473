package host

import "fmt"

// FaultKind classifies faults by what a client can do about them.
type FaultKind int

const (
	// Invalid is a call that is invalid in any state of the table.
	Invalid FaultKind = iota
	// Forbidden is a call that this client may not make.
	Forbidden
	// LimitExceeded is a call beyond the limits; it may be repeated later.
	LimitExceeded
	// Stale is a call about an earlier state of the table.
	Stale
	// Unavailable is a table that cannot continue: its disk or its file has
	// failed.
	Unavailable
)

// Fault is the reason why a call has no answer. Refusals by the rules are not
// faults.
type Fault struct {
	Kind FaultKind
	Text string
	// Once is the number of the seat's last command, if that is the reason.
	Once int64
}

// Error implements the error interface.
func (f *Fault) Error() string { return f.Text }

func fault(kind FaultKind, format string, args ...any) *Fault {
	return &Fault{Kind: kind, Text: fmt.Sprintf(format, args...)}
}
