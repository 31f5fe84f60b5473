package install

import (
	"bytes"
	"fmt"
	"testing"
	"testing/fstest"

	"sleight/tests/golden"
)

// TestStrayFilesOfAnArchiveAreNoted checks that files of an archive that belong to none of
// its packs are noted, unless they are outside content and scripts; and that not all of
// very many are.
func TestStrayFilesOfAnArchiveAreNoted(t *testing.T) {
	files := written("coins 1.0.0")
	for _, name := range []string{"content/ante/game.yaml", "content/loose.yaml", "scripts/ante/game.lua", "schemas/die.schema.json", "notes.md"} {
		files[name] = &fstest.MapFile{Data: []byte("kind: game\n")}
	}
	skipped := func() string {
		t.Helper()
		data := foreignZip(t, files)
		all, problems := Archive("e.zip", bytes.NewReader(data), int64(len(data)))
		if len(all) != 1 || len(problems) > 0 {
			t.Fatal(all, problems)
		}
		return golden.Report(all[0].Skipped())
	}
	const left = "notice [file/skipped] this file is left out, because it is in no folder of a pack with a manifest\n"
	want := ""
	for _, name := range []string{"content/ante/game.yaml", "content/loose.yaml", "content/other/x.yaml", "scripts/ante/game.lua"} {
		want += "e.zip/coins-main/" + name + ": " + left
	}
	if got := skipped(); got != want {
		t.Errorf("got\n%s", got)
	}
	for i := range 50 {
		files[fmt.Sprintf("content/ante/%02d.yaml", i)] = files["notes.md"]
	}
	if got := skipped(); bytes.Count([]byte(got), []byte("\n")) != maxStrays+1 || !bytes.Contains([]byte(got), []byte("e.zip/coins-main: notice [file/skipped] more such files are left out: 44\n")) {
		t.Errorf("got\n%s", got)
	}
}
