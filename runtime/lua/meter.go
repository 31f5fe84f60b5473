//go:build !unmetered

package lua

// metered charges scripts for what they do. Only a benchmark is built without
// it, with the tag unmetered, to measure the cost of metering.
const metered = true
