package yaml

import (
	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// Arena is memory for the tests in one file at a time, for callers that pack them before
// they read the next file. Tests that do not fit are allocated like everything else. The
// zero Arena is ready to use; it is not safe for concurrent use.
type Arena struct {
	whole, spare spare
	quick        bool // whether the tests of the last file may be here
}

// arenaSize is how many values, fields and items of lists an Arena holds.
const arenaSize = 4 << 10

// Read does what the function Read does. All values in tests that earlier calls have
// returned, and that are not packed, must be out of use.
func (a *Arena) Read(file string, src []byte) (nodes []*def.Node, problems, ambiguous diag.List) {
	if a.whole.nodes == nil {
		a.whole = spare{make([]def.Node, arenaSize), make([]def.Field, arenaSize), make([]*def.Node, arenaSize)}
	}
	a.spare = a.whole
	nodes, a.quick = readFast(file, src, &a.spare)
	if a.quick {
		return nodes, nil, nil
	}
	return readByLibrary(file, src)
}

// Pack packs the tests of a document that was read last; see def.Node.Pack. Values in
// them must not be used afterwards.
func (a *Arena) Pack(n *def.Node) {
	if tests := n.Get("tests"); a.quick && tests != nil && !tests.Pack() {
		a.whole = spare{} // they stay where they are
	}
}
