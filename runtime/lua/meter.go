//go:build !unmetered

package lua

// metered says that scripts pay for what they do. Only a benchmark is built
// without, with the tag unmetered, to measure what metering costs.
const metered = true
