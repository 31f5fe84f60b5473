package lua

const (
	// DefaultFuel is the budget of one command: an operation costs 1 unit, and
	// whatever costs more (tables, texts, API calls) is charged by its size. It
	// lets a command take some tens of milliseconds at most, and a few tens of
	// megabytes.
	DefaultFuel = 2_000_000
	// maxText is the maximum length of a text in bytes. It bounds the cost of
	// comparing, hashing and searching in a single operation.
	maxText = 4096
	// maxWhole bounds the whole numbers that a float64 holds exactly.
	maxWhole = 1 << 53
	// maxUnpack is the maximum number of values that unpack may return.
	maxUnpack = 200
	// maxDepth is the maximum number of open calls.
	maxDepth = 200
	// maxLevels is the maximum number of expressions and statements that may be
	// nested during evaluation, in all open calls together. Each takes some
	// hundred bytes of Go's stack.
	maxLevels = 16 << 10
	// callLevels is what a call itself counts as.
	callLevels = 4
	// maxLoad is the maximum cost of loading one script, without its modules,
	// and LoadFuelLimit that of loading all scripts that a command uses, in
	// units of fuel.
	maxLoad       = 200_000
	LoadFuelLimit = 500_000
	// maxStack is the maximum number of values that all open calls may hold
	// together. The first smallStack of them are enough for most scripts.
	maxStack   = 12 << 10
	smallStack = 512
)

// The costs of operations beyond one unit.
const (
	costTable   = 48 // a new table
	costItem    = 4  // each item of it
	costField   = 12 // a field
	costStore   = 4  // a store into a table
	costText    = 16 // bytes of text for a unit
	costJoin    = 4  // a concatenation, in addition to its bytes
	costNumeral = 4  // parsing a text as a number,
	costDigits  = 4  // and the bytes of that for a unit
	costLook    = 64 // bytes of texts compared or looked up, for a unit
	// a closure, and each local that it captures
	costFunction  = 32
	costCaptured  = 8
	costCompare   = 4  // one step of sorting
	costSpread    = 4  // for each value of ...
	costPassed    = 8  // places of a table that are skipped, for a unit
	costMoved     = 16 // items that an insertion or removal moves, for a unit
	costDirective = 4  // a % of string.format
	costSearched  = 8  // bytes that are searched, for a unit
	// a pattern matcher, and how many of its steps are a unit
	costMatcher = 16
	costSteps   = 2
	// a logarithm, exponential or angle; a power, by multiplication or not; the
	// bits that a division has to process for a unit
	costSeries     = 32
	costPower      = 64
	costWholePower = 8
	costBits       = 2
)

// Charge consumes fuel beyond the cost of operations.
func (vm *VM) Charge(units int64) {
	if !metered {
		return
	}
	if vm.left -= units; vm.left < 0 {
		vm.exhausted()
	}
}

// Afford is Charge if the budget covers the units; otherwise it charges nothing and
// returns false.
func (vm *VM) Afford(units int64) bool {
	if metered && vm.left < units {
		return false
	}
	if metered {
		vm.left -= units
	}
	return true
}

// Affords reports whether charging so many units would not exhaust the budget.
func (vm *VM) Affords(units int64) bool { return vm.left >= units }

// Spent returns the fuel used in this or the last protected section.
func (vm *VM) Spent() int64 { return vm.budget - vm.left }

// Refund returns what has been spent in this section beyond some units.
func (vm *VM) Refund(spent int64) { vm.left = vm.budget - spent }

// exhausted ends the protected section. No script can catch that, and the
// budget stays spent.
func (vm *VM) exhausted() { vm.Fail(vm.outOfFuel(vm.Where())) }
