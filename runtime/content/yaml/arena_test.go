package yaml

import (
	"io/fs"
	"path"
	"testing"

	"sleight/content"
	"sleight/runtime/content/def"
)

// TestArenaKeepsWhatIsPacked reads all shipped content with one Arena, packing each
// file, and checks at the end that every file is as if read by itself: nothing is in
// memory that is used again. Some tests do not fit into it, or are read by the library.
func TestArenaKeepsWhatIsPacked(t *testing.T) {
	var m Arena
	want, got := map[string]string{}, map[string][]*def.Node{}
	packed := 0
	read := func(name string, src []byte) {
		nodes, _, _ := Read(name, src)
		for _, n := range nodes {
			want[name] += dumped(n)
		}
		got[name], _, _ = m.Read(name, src)
		for _, n := range got[name] {
			m.Pack(n)
			if tests := n.Get("tests"); tests != nil && m.quick {
				packed++
			}
		}
	}
	large := []byte("id: a\ntests:\n")
	for range arenaSize {
		large = append(large, "  - {name: x, do: [a, b], expect: {gold: 3}}\n"...)
	}
	read("large.yaml", large)
	read("library.yaml", []byte("id: a\ntests:\n  - name: 'it''s'\n    do: \"a\\tb\"\n"))
	read("mapping.yaml", []byte("id: a\ntests:\n  name: x\n  do: a\n  expect:\n    gold: 3\n"))
	read("two.yaml", []byte("id: a\ntests:\n  - name: x\n---\nid: b\ntests:\n- name: y\n"))
	err := fs.WalkDir(content.Files, ".", func(name string, _ fs.DirEntry, err error) error {
		if path.Ext(name) == ".yaml" {
			src, failed := fs.ReadFile(content.Files, name)
			read(name, src)
			return failed
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, nodes := range got {
		now := ""
		for _, n := range nodes {
			now += dumped(n)
		}
		if now != want[name] {
			t.Errorf("%s is read as\n%.2000s\nand was\n%.2000s", name, now, want[name])
		}
	}
	if packed < 100 {
		t.Errorf("only %d definitions have tests that are packed", packed)
	}
}
