package cli_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"sleight/cmd/sleight/cli"
)

// TestTheStudioOpensOnThisMachine checks that sleight studio prints a local
// address, serves its page there, answers only with the token, and that the
// page stays small.
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
	for _, page := range []string{"", "table"} {
		if size := firstLoad(t, base, page); size < 10_000 || size > maxBytes {
			t.Errorf("/%s takes %d bytes, expected at most %d", page, size, maxBytes)
		}
	}
	get(t, base+"events", http.StatusUnauthorized)
	stop()
	if code := <-ended; code != 0 {
		t.Errorf("it ended with %d", code)
	}
}

// maxBytes is the maximum compressed size of a page with its files.
const maxBytes = 90_000

// firstLoad returns the number of bytes sent for a page and everything that it
// requests.
func firstLoad(t *testing.T, base, page string) int {
	t.Helper()
	text, size := get(t, base+page, http.StatusOK)
	seen := map[string]bool{}
	var follow func(text, pattern string)
	follow = func(text, pattern string) {
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			if !seen[m[1]] {
				seen[m[1]] = true
				asset, sent := get(t, base+m[1], http.StatusOK)
				size += sent
				follow(asset, `from "\./(\w+\.js)"`)
			}
		}
	}
	follow(text, `(?:href|src)="(\w+\.\w+)"`)
	return size
}

// get returns a server's response, and the number of bytes sent for it.
func get(t *testing.T, address string, want int) (text string, sent int) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", "gzip") // so that the client leaves it compressed
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != want {
		t.Fatalf("%s gives %s, %v", address, answer.Status, err)
	}
	plain := io.Reader(bytes.NewReader(data))
	if answer.Header.Get("Content-Encoding") == "gzip" {
		if plain, err = gzip.NewReader(plain); err != nil {
			t.Fatal(err)
		}
	}
	all, err := io.ReadAll(plain)
	if err != nil {
		t.Fatal(err)
	}
	return string(all), len(data)
}
