package cli_test

import (
	"bufio"
	"context"
	"crypto/rand"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/go-containerregistry/pkg/registry"
	"github.com/rogpeppe/go-internal/testscript"
)

// program is the registry that scripts use; if empty, they use a registry in
// this process.
var program = flag.String("registry", "", "the `PROGRAM` docker-registry, for scripts to talk to")

// The registry's user, and that user's line in an htpasswd file.
const (
	user, password = "modder", "secret"
	passwords      = "modder:$2a$04$P60C5LA0M5vgvFHDiea4pOLvIPIxRh2BGcxt0tRDtjnrTdZt5nHPa\n"
)

// startRegistry starts an empty registry and stores its address in $REGISTRY:
// registry
func startRegistry(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: registry")
	}
	if *program != "" {
		ts.Setenv("REGISTRY", runRegistry(ts))
		return
	}
	inner := registry.New(registry.Logger(log.New(io.Discard, "", 0)))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if name, word, ok := r.BasicAuth(); !ok || name != user || word != password {
			w.Header().Set("WWW-Authenticate", `Basic realm="packs"`)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		inner.ServeHTTP(w, r)
	}))
	ts.Defer(server.Close)
	ts.Setenv("REGISTRY", strings.TrimPrefix(server.URL, "http://"))
}

// runRegistry runs the program until the script ends. Once it listens,
// runRegistry returns its address.
func runRegistry(ts *testscript.TestScript) string {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	at := free.Addr().String()
	ts.Check(free.Close())
	dir := ts.MkAbs("registry")
	ts.Check(os.Mkdir(dir, 0o755))
	ts.Check(os.WriteFile(filepath.Join(dir, "htpasswd"), []byte(passwords), 0o600))
	config := fmt.Sprintf(`version: 0.1
log: {level: info, accesslog: {disabled: true}}
storage: {filesystem: {rootdirectory: %q}}
http: {addr: %q, secret: %q}
auth: {htpasswd: {realm: packs, path: %q}}
`, filepath.Join(dir, "data"), at, rand.Text(), filepath.Join(dir, "htpasswd"))
	ts.Check(os.WriteFile(filepath.Join(dir, "config.yml"), []byte(config), 0o644))
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	run := exec.CommandContext(ctx, *program, "serve", filepath.Join(dir, "config.yml"))
	said, err := run.StderrPipe()
	ts.Check(err)
	ts.Check(run.Start())
	ts.Defer(func() { stop(); _ = run.Wait() })
	lines := bufio.NewScanner(said)
	for lines.Scan() {
		if strings.Contains(lines.Text(), "listening on") {
			go func() { _, _ = io.Copy(io.Discard, said) }()
			return at
		}
	}
	ts.Fatalf("%s ended before it listened", *program)
	return ""
}

// login writes the Docker configuration that gives access to the registry:
// login
func login(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: login")
	}
	dir := ts.Getenv("DOCKER_CONFIG")
	ts.Check(os.MkdirAll(dir, 0o700))
	text := fmt.Sprintf(`{"auths": {%q: {"username": %q, "password": %q}}}`, ts.Getenv("REGISTRY"), user, password)
	ts.Check(os.WriteFile(filepath.Join(dir, "config.json"), []byte(text), 0o600))
}
