package def

import "sleight/runtime/diag"

// Locale is a file that says texts in another language.
type Locale struct {
	Pack string
	// Tag is the language by BCP 47, as the name of the file says it.
	Tag   string
	Place diag.Place
	// Read returns what the file holds, and what is wrong with it; the node is
	// nil when it is of no use. The file is parsed when it is first asked for.
	// Several goroutines may ask.
	Read func() (*Node, diag.List)
}
