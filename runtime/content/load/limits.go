package load

// Bounds on what content may bring. They are far above what people write and
// keep hostile files from costing more than a blink.
const (
	// maxFile is the size of a YAML file or a schema, in bytes.
	maxFile = 1 << 20
	// maxLua is the size of a script, in bytes.
	maxLua = 1 << 18
	// maxDepth is how deep values may be nested in a document.
	maxDepth = 64
	// maxNodes is how many values a file may hold, all documents together.
	maxNodes = 50_000
	// maxWhole is the largest whole number that a float64 keeps exact with
	// all its neighbours.
	maxWhole = 1 << 53
	// maxFaults is how many problems of one file are reported.
	maxFaults = 50
	// maxChain is how many definitions may extend one another in a row.
	maxChain = 32
	// maxFiles is how many files the content of a root may consist of.
	maxFiles = 50_000
)
