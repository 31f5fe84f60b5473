package def

import "sleight/runtime/diag"

// Locale is a file of texts in another language.
type Locale struct {
	Pack string
	// Tag is the BCP 47 language tag in the name of the file or of its folder. A
	// pack may have several locales of one language.
	Tag   string
	Place diag.Place
	// Read returns the content of the file and its problems; the node is nil if
	// the file is unusable. The file is parsed on the first call. Read is safe
	// for concurrent use.
	Read func() (*Node, diag.List)
}
