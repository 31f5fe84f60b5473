package load

const (
	// MaxFiles is how many files the content of a root may consist of.
	MaxFiles = 50_000
	// maxLua is the size of a script, in bytes.
	maxLua = 1 << 18
	// maxChain is how many definitions may extend one another in a row.
	maxChain = 32
)
