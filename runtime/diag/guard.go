package diag

import (
	"fmt"
	"runtime/debug"
)

// Panic is a panic that was recovered in one goroutine to be raised again in
// another. Stack is where it began.
type Panic struct {
	Cause any
	Stack []byte
}

// Error returns the cause and the stack, as Go prints them.
func (p *Panic) Error() string { return fmt.Sprintf("%v\n\n%s", p.Cause, p.Stack) }

// Recovered returns the panic with a recovered value. Call it in the deferred
// function, where the stack still is that of the panic.
func Recovered(cause any) *Panic {
	if p, ok := cause.(*Panic); ok {
		return p
	}
	return &Panic{cause, debug.Stack()}
}

// Guard returns what check returns. If it panics, which is a bug in Sleight, Guard
// returns a diagnostic that says what failed, such as "checking the content", so
// that a program that watches or answers can continue.
func Guard(what string, check func() List) (problems List) {
	defer func() {
		if cause := recover(); cause != nil {
			problems = List{Recovered(cause).Diagnostic(what)}
		}
	}()
	return check()
}

// Diagnostic returns the problem to report. Its hint is the stack.
func (p *Panic) Diagnostic(what string) Diagnostic {
	return New("engine/internal", Place{}, "%s failed: %v", what, p.Cause).WithHint("%s", p.Stack)
}
