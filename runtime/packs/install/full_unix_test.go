//go:build unix

package install

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"testing/fstest"
)

// TestAFullDiskChangesNothing checks that a process that can write only a
// little, as on a full disk, changes nothing.
func TestAFullDiskChangesNothing(t *testing.T) {
	i := bare(t)
	install(t, i, written("a 1.0.0"), written("b 1.0.0"))
	big := written("c 1.0.0")
	big["content/c/long.txt"] = &fstest.MapFile{Data: []byte(strings.Repeat("long ", 100_000))}
	folder := t.TempDir()
	if err := os.CopyFS(folder, big); err != nil {
		t.Fatal(err)
	}
	before, cached := state(t, i), len(names(t, i.Cache.Dir))
	c := exec.Command("sh", "-c", `ulimit -f 100 && exec "$0" "$@"`, must[string](t)(os.Executable()), i.Dir, i.Cache.Dir, folder)
	c.Env = append(os.Environ(), killVariable+"=-1")
	out, err := c.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "file too large") {
		t.Errorf("%v: %s", err, out)
	}
	unchanged(t, i, before)
	if now := len(names(t, i.Cache.Dir)); now != cached {
		t.Errorf("the cache has %d files, had %d", now, cached)
	}
}
