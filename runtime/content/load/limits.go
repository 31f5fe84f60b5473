package load

const (
	// MaxFiles is the maximum number of content files in a root.
	MaxFiles = 50_000
	// maxLua is the maximum size of a script, in bytes.
	maxLua = 1 << 18
	// maxChain is the maximum length of a chain of definitions that extend one
	// another.
	maxChain = 32
	// maxResolving bounds the recursion along a chain that is too long.
	maxResolving = 1000
)
