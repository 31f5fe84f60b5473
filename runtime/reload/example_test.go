package reload_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"sleight/runtime/diag"
	"sleight/runtime/reload"
)

// Watch a folder, and keep the last good content live.
func Example() {
	dir, _ := os.MkdirTemp("", "content")
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "mana.yaml")
	save := func(text string) { _ = os.WriteFile(file, []byte(text), 0o666) }
	save("3")

	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	watcher, err := reload.Watch(ctx, reload.Options{Roots: []string{dir}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer watcher.Close()

	// The snapshot shows the reported content, even if the disk changes again.
	var snapshot reload.SnapshotFS
	snapshot.Show(watcher.Initial())
	files := snapshot.Folder(dir)
	live, _ := reload.NewLive(func(c reload.FileChange) (mana int, problems diag.List) {
		snapshot.Show(c.Snapshot)
		text, _ := fs.ReadFile(files, "mana.yaml")
		if _, err := fmt.Sscan(string(text), &mana); err != nil {
			problems = append(problems, diag.New("content/type", diag.Place{File: "mana.yaml", Line: 1}, "this is not a number"))
		}
		return mana, problems
	})

	for _, text := range []string{"4", "four", "5"} {
		save(text)
		o := live.Rebuild(<-watcher.Changes())
		fmt.Println(o.Value, o.Published, o.Fixed, len(o.Diagnostics))
	}
	// Output:
	// 4 true false 0
	// 4 false false 1
	// 5 true true 0
}
