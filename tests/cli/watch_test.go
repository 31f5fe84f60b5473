package cli_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sleight/cmd/sleight/cli"
)

// TestValidateWatches checks that validate --watch reports each save, and that
// its exit code is that of the last report.
func TestValidateWatches(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "content", "coins", "penny.yaml")
	save := func(text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const good = "kind: die\nid: penny\nname: Penny\nsides: 2\n"
	save(good)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	output, out := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- cli.Run(ctx, []string{"validate", "--watch", "--format", "concise", dir, "--stats"}, strings.NewReader(""), out, out)
		out.Close()
	}()
	until(t, output, "took")
	save(strings.ReplaceAll(good, "sides", "sdies"))
	until(t, output, `unknown key "sdies"`)
	save(good)
	until(t, output, "saved:")
	until(t, output, "found        0")
	save(strings.ReplaceAll(good, "2", "two"))
	until(t, output, "content/type")
	until(t, output, "took")
	stop()
	if _, err := io.Copy(io.Discard, output); err != nil {
		t.Error(err)
	}
	if code := <-ended; code != 1 {
		t.Errorf("it ended with %d", code)
	}
}

// until reads up to and including a text.
func until(t *testing.T, in io.Reader, text string) {
	t.Helper()
	var read bytes.Buffer
	one := make([]byte, 1)
	for !strings.HasSuffix(read.String(), text) {
		if _, err := in.Read(one); err != nil {
			t.Fatalf("%v before %q:\n%s", err, text, &read)
		}
		read.Write(one)
	}
}
