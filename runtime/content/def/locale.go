package def

import "sleight/runtime/diag"

// Locale is a file of texts in another language.
type Locale struct {
	Pack string
	// Tag is the BCP 47 language tag in the file name.
	Tag   string
	Place diag.Place
	// Read returns the content of the file and its problems; the node is nil if
	// the file is unusable. The file is parsed on the first call. Read is safe
	// for concurrent use.
	Read func() (*Node, diag.List)
}
