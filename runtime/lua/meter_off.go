//go:build unmetered

package lua

const metered = false
