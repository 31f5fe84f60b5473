package yaml

// Bounds on what a file may hold. They are far above what people write and
// keep hostile files from costing more than a blink.
const (
	// MaxBytes is the size of a YAML file or a schema, in bytes.
	MaxBytes = 1 << 20
	// MaxFaults is how many problems of one file are reported.
	MaxFaults = 50
	// maxDepth is how deep values may be nested in a document.
	maxDepth = 64
	// maxNodes is how many values a file may hold, all documents together.
	maxNodes = 50_000
	// maxWhole is the largest whole number that a float64 keeps exact with
	// all its neighbours.
	maxWhole = 1 << 53
)
