// Package tables_test plays at hosted tables as other programs do: over HTTP,
// with the host in a separate process.
package tables_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sleight/cmd/sleight/cli"
	"sleight/tests/memory"
)

// asSleight names the environment variable that turns the test program into
// sleight.
const asSleight = "SLEIGHT_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asSleight) != "" {
		os.Exit(cli.Main())
	}
	os.Exit(memory.Tests{M: m, Parallel: 2}.Run())
}

const operator = "operator-of-the-test"

// process is a running sleight host.
type process struct {
	*exec.Cmd
	links []string
	errs  *bytes.Buffer
}

// host starts sleight host with arguments and waits until it serves.
func host(t testing.TB, args ...string) *process {
	t.Helper()
	p := &process{Cmd: exec.Command(os.Args[0], append([]string{"host"}, args...)...), errs: &bytes.Buffer{}}
	p.Env = append(os.Environ(), asSleight+"=1", "SLEIGHT_OPERATOR="+operator)
	p.Stderr = p.errs
	out, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.stop)
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if link := regexp.MustCompile(`http\S+#\S+`).FindString(lines.Text()); link != "" {
			p.links = append(p.links, link)
		}
		if strings.HasPrefix(lines.Text(), "Watchers: ") || strings.HasPrefix(lines.Text(), "Serving ") {
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return p
		}
	}
	p.stop()
	t.Fatalf("the host does not start: %s", p.errs)
	return nil
}

// stop kills the host.
func (p *process) stop() {
	_ = p.Process.Kill()
	_ = p.Wait() // it was killed
}

// address returns a free address of this machine.
func address(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// call sends a request, as a named client if name is not empty, and reads the
// result.
func call(c *http.Client, url, bearer, name, method string, params, result any) error {
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
	if err != nil {
		return err
	}
	request, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Sleight-Client", name)
	request.Header.Set("Authorization", "Bearer "+bearer)
	response, err := c.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	var answer struct {
		Result json.RawMessage
		Error  *struct{ Message string }
	}
	switch err := json.Unmarshal(text, &answer); {
	case response.StatusCode != http.StatusOK:
		return fmt.Errorf("%s: %s: %s", method, response.Status, text)
	case err != nil:
		return err
	case answer.Error != nil:
		return fmt.Errorf("%s: %s", method, answer.Error.Message)
	}
	if result == nil {
		return nil
	}
	return json.Unmarshal(answer.Result, result)
}

// needs returns the path of an external program. CI has all of them; elsewhere,
// ok is false if it is missing.
func needs(t *testing.T, program string) (path string, ok bool) {
	t.Helper()
	path, err := exec.LookPath(program)
	if err == nil {
		return path, true
	}
	if os.Getenv("CI") != "" {
		t.Fatalf("%s is not installed", program)
	}
	t.Logf("%s is not installed: its client is not tested", program)
	return "", false
}

func root(path string) string { return filepath.Join("..", "..", path) }
