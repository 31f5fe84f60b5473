package yaml

// Limits for files. They are far above what people write, and bound the time
// that hostile files take.
const (
	// MaxBytes is the maximum size of a YAML file or a schema, in bytes.
	MaxBytes = 1 << 20
	// MaxProblems is the maximum number of problems reported for one file.
	MaxProblems = 50
	// maxDepth is the maximum nesting depth of values in a document.
	maxDepth = 64
	// maxNodes is the maximum number of values in a file, all documents
	// together.
	maxNodes = 50_000
	// maxWhole is the largest whole number up to which a float64 holds all
	// whole numbers exactly.
	maxWhole = 1 << 53
)
