package script

import (
	"context"
	"time"
)

const (
	// DefaultFuel is the budget of one command: an instruction costs 1 unit, and
	// what costs more (tables, texts, API calls) is charged by its size. It lets
	// a command take some tens of milliseconds at most, and a
	// few tens of megabytes.
	DefaultFuel = 2_000_000
	// maxText is how many bytes a text may have. It bounds what comparing,
	// hashing and searching can cost at one instruction.
	maxText = 4096
	// maxList is the greatest number that may be a key in a table.
	maxList = 1 << 17
	// maxUnpack is how many values unpack may give.
	maxUnpack = 200
	// maxDepth is how many calls may be open at once.
	maxDepth = 200
	// maxRegistry is how many values all open calls may hold together. Passing
	// them on by tail calls takes time that grows with its square.
	maxRegistry = 12 << 10
)

// What things cost beyond the unit of their instruction.
const (
	costTable  = 96 // a new table, which takes up to 3 KB once it has a key
	costItem   = 2  // each item of it
	costStore  = 4  // a store under a computed key
	costField  = 8  // a field with a name
	costText   = 16 // bytes of text for a unit
	costDigits = 4  // bytes of a text that is read as a number, for a unit
	// a function, and each local of others that it captures
	costFunction = 32
	costCaptured = 8
	costCompare  = 4 // one step of sorting
	costSpread   = 2 // for each value of ...
)

// fuel is a budget in the shape of a context: gopher-lua asks Done once for
// each instruction, so counting there is exact and the same on every machine.
// Once exhausted it stays so.
type fuel struct {
	left, budget int64
	// stores counts stores under computed keys: an upper bound for the size of
	// any table, whose length or next key may take that many steps to find.
	stores int64
	end    chan struct{}
}

func newFuel() *fuel {
	f := &fuel{end: make(chan struct{})}
	close(f.end)
	return f
}

func (f *fuel) reset(budget int64) { f.left, f.budget, f.stores = budget, budget, 0 }

// Done implements context.Context and takes one unit.
func (f *fuel) Done() <-chan struct{} {
	f.left--
	if f.left < 0 {
		return f.end
	}
	return nil
}

// Err implements context.Context.
func (f *fuel) Err() error { return context.Canceled }

// Deadline implements context.Context.
func (f *fuel) Deadline() (deadline time.Time, ok bool) { return deadline, false }

// Value implements context.Context.
func (f *fuel) Value(any) any { return nil }
