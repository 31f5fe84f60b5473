package cli_test

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"sleight/cmd/sleight/cli"
)

// TestTheStudioOpensOnThisMachine checks that sleight studio prints an address
// of this machine, shows its page there, talks only with the token, and stays
// small.
func TestTheStudioOpensOnThisMachine(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	output, out := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- cli.Run(ctx, []string{"studio", "forward"}, strings.NewReader(""), out, io.Discard)
		out.Close()
	}()
	line, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	at, err := url.Parse(strings.TrimSpace(strings.TrimPrefix(line, "The studio is open: ")))
	if err != nil || at.Hostname() != "127.0.0.1" || at.Query().Get("game") != "forward" || len(at.Query().Get("token")) < 20 {
		t.Fatalf("it prints %q, %v", line, err)
	}
	base := "http://" + at.Host + "/"
	page := get(t, base, http.StatusOK)
	const most = 250_000
	size := len(page)
	for _, m := range regexp.MustCompile(`(?:href|src)="(\w+\.\w+)"`).FindAllStringSubmatch(page, -1) {
		asset := get(t, base+m[1], http.StatusOK)
		size += len(asset)
		for _, i := range regexp.MustCompile(`from "\./(\w+\.js)"`).FindAllStringSubmatch(asset, -1) {
			size += len(get(t, base+i[1], http.StatusOK))
		}
	}
	if size < 10_000 || size > most {
		t.Errorf("the page takes %d bytes, expected at most %d", size, most)
	}
	get(t, base+"events", http.StatusUnauthorized)
	stop()
	if code := <-ended; code != 0 {
		t.Errorf("it ended with %d", code)
	}
}

func get(t *testing.T, address string, want int) string {
	t.Helper()
	answer, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != want {
		t.Fatalf("%s gives %s, %v", address, answer.Status, err)
	}
	return string(text)
}
