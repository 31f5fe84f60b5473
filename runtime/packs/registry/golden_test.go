package registry

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/opencontainers/go-digest"
	ocispec "github.com/opencontainers/image-spec/specs-go/v1"
	"oras.land/oras-go/v2/content"
	"oras.land/oras-go/v2/errdef"
	"oras.land/oras-go/v2/registry/remote/auth"
	"oras.land/oras-go/v2/registry/remote/errcode"

	"sleight/runtime/diag"

	"sleight/tests/golden"
)

// TestAFolderIsAnImageLayout states every byte that a push writes beside the
// blobs, since other programs read it.
func TestAFolderIsAnImageLayout(t *testing.T) {
	dir, c := t.TempDir(), Client{Limits: quick}
	digest, err := c.Push(t.Context(), parse(t, "oci:"+dir+":luck-1.0.0"), luck)
	if err != nil {
		t.Fatal(err)
	}
	untagged := luck
	untagged.Signature = nil
	other, err := c.Push(t.Context(), parse(t, "oci:"+dir), untagged)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := c.Push(t.Context(), parse(t, "oci:"+dir), untagged); again != other || err != nil {
		t.Errorf("pushed again: %s, %v", again, err)
	}
	entry := func(digest, more string) string {
		info, err := os.Stat(filepath.Join(dir, "blobs", "sha256", strings.TrimPrefix(digest, "sha256:")))
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf(`{"mediaType":"application/vnd.oci.image.manifest.v1+json","digest":"%s","size":%d%s,"artifactType":"application/vnd.sleight.pack.v1"}`, digest, info.Size(), more)
	}
	for name, want := range map[string]string{
		"oci-layout": `{"imageLayoutVersion":"1.0.0"}`,
		"index.json": `{"schemaVersion":2,"mediaType":"application/vnd.oci.image.index.v1+json","manifests":[` +
			entry(other, "") + `,` + entry(digest, `,"annotations":{"org.opencontainers.image.ref.name":"luck-1.0.0"}`) + `]}`,
	} {
		if got, err := os.ReadFile(filepath.Join(dir, name)); string(got) != want {
			t.Errorf("%s is\n%s\nnot\n%s (%v)", name, got, want, err)
		}
	}
	if tags, err := c.Tags(t.Context(), parse(t, "oci:"+dir)); fmt.Sprint(tags) != "[luck-1.0.0]" {
		t.Errorf("the tags are %v (%v)", tags, err)
	}
	_, _, err = c.Pull(t.Context(), parse(t, "oci:"+dir))
	if got := whole(err); got != "oci:"+dir+": error: no version is given; write it after a colon [registry/missing]; known: luck-1.0.0" {
		t.Error(got)
	}
}

// whole is a problem with its code, place and hint.
func whole(err error) string {
	var d *diag.Diagnostic
	if errors.As(err, &d) {
		return d.Error()
	}
	return fmt.Sprint("no problem: ", err)
}

// TestAFolderThatIsDamaged lists wrong contents for the files of a folder.
func TestAFolderThatIsDamaged(t *testing.T) {
	for name, c := range map[string]struct {
		damage func(dir string) error
		want   string
	}{
		"index is no JSON": {
			func(dir string) error { return os.WriteFile(filepath.Join(dir, "index.json"), []byte("{"), 0o644) },
			"the file index.json of the folder cannot be read: unexpected end of JSON input [registry/damaged]",
		},
		"index too large": {
			func(dir string) error { return os.Truncate(filepath.Join(dir, "index.json"), maxIndex+1) },
			fmt.Sprintf("the file index.json of the folder cannot be read: index.json has %d bytes; at most %d are read: size exceeds limit [registry/damaged]", maxIndex+1, maxIndex),
		},
		"index is a folder": {
			func(dir string) error {
				return errors.Join(os.Remove(filepath.Join(dir, "index.json")), os.Mkdir(filepath.Join(dir, "index.json"), 0o755))
			},
			"the file index.json of the folder cannot be read: index.json is not a plain file [registry/damaged]",
		},
		"no index": {
			func(dir string) error { return os.Remove(filepath.Join(dir, "index.json")) },
			"is not a registry: it has no file index.json [registry/missing]",
		},
		"no blobs": {
			func(dir string) error { return os.RemoveAll(filepath.Join(dir, "blobs")) },
			"nothing has this name [registry/missing]",
		},
	} {
		dir := t.TempDir()
		ref := parse(t, "oci:"+dir+":luck-1.0.0")
		if _, err := (Client{Limits: quick}).Push(t.Context(), ref, luck); err != nil {
			t.Fatal(err)
		}
		if err := c.damage(dir); err != nil {
			t.Fatal(err)
		}
		_, _, err := Client{Limits: quick}.Pull(t.Context(), ref)
		if got := whole(err); !strings.HasPrefix(got, ref.String()+": error: ") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestEveryErrorIsExplained states the problem that each sort of error becomes.
func TestEveryErrorIsExplained(t *testing.T) {
	late, stop := context.WithCancelCause(t.Context())
	stop(errLate)
	answer := func(status int, errs ...errcode.Error) error {
		return fmt.Errorf("a request: %w", &errcode.ErrorResponse{Method: "GET", URL: &url.URL{}, StatusCode: status, Errors: errs})
	}
	refused := &net.OpError{Op: "dial", Err: errors.New("connection\nrefused")}
	for _, c := range []struct {
		ctx  context.Context
		err  error
		want string
	}{
		{t.Context(), newProblem("registry/taken", "there", "a problem"), "there: error: a problem [registry/taken]"},
		{t.Context(), errors.New(`bearer realm "x" is elsewhere`), `at: error: the registry asks to send the login elsewhere: bearer realm "x" is elsewhere [registry/insecure]`},
		{t.Context(), insecureError{"a reason"}, "at: error: a reason [registry/insecure]; write --plain-http only if the network between you and that machine is your own"},
		{t.Context(), errStalled, "at: error: the registry is too slow: " + errStalled.Error() + " [registry/interrupted]; try again later; nothing was kept"},
		{late, io.EOF, "at: error: the registry is too slow: " + errLate.Error() + " [registry/interrupted]; try again later; nothing was kept"},
		{t.Context(), answer(401), "at: error: the registry denied access [registry/denied]; sign in with a program that writes the configuration of Docker, such as: docker login, podman login --compat-auth-file, oras login"},
		{t.Context(), answer(403), "at: error: the registry denied access [registry/denied]; sign in with a program that writes the configuration of Docker, such as: docker login, podman login --compat-auth-file, oras login"},
		{t.Context(), answer(404), "at: error: the registry has nothing with this name [registry/missing]"},
		{t.Context(), answer(429), "at: error: the registry cannot answer now: 429 Too Many Requests [registry/unreachable]; try again later"},
		{t.Context(), answer(500), "at: error: the registry cannot answer now: 500 Internal Server Error [registry/unreachable]; try again later"},
		{t.Context(), answer(499), "at: error: the registry answered 499  [registry/damaged]"},
		{t.Context(), answer(418), "at: error: the registry answered 418 I'm a teapot [registry/damaged]"},
		{t.Context(), answer(400, errcode.Error{Code: "BAD_THING", Message: "so\x1b it is"}), "at: error: the registry answered 400 Bad Request: bad thing: so  it is [registry/damaged]"},
		{t.Context(), auth.ErrBasicCredentialNotFound, "at: error: the registry requires a login [registry/denied]; sign in with a program that writes the configuration of Docker, such as: docker login, podman login --compat-auth-file, oras login"},
		{t.Context(), io.ErrUnexpectedEOF, "at: error: the transfer was cut short [registry/interrupted]; try again; nothing was kept"},
		{t.Context(), io.EOF, "at: error: the transfer was cut short [registry/interrupted]; try again; nothing was kept"},
		{t.Context(), content.ErrMismatchedDigest, "at: error: the data received is not what was announced: mismatched digest [registry/damaged]"},
		{t.Context(), content.ErrTrailingData, "at: error: the data received is not what was announced: trailing data [registry/damaged]"},
		{t.Context(), errdef.ErrInvalidDigest, "at: error: the data received is not what was announced: invalid digest [registry/damaged]"},
		{t.Context(), errdef.ErrSizeExceedsLimit, "at: error: the data received is too large: size exceeds limit [registry/too-large]"},
		{t.Context(), &fs.PathError{Op: "open", Path: "a/b", Err: fs.ErrPermission}, "at: error: the folder cannot be used: a/b: permission denied [registry/unreachable]"},
		{t.Context(), &url.Error{Op: "Get", URL: "x", Err: errors.New("no such host")}, "at: error: the registry cannot be reached: no such host [registry/unreachable]; check the name, and whether this machine is on the network"},
		{t.Context(), refused, "at: error: the registry cannot be reached: dial: connection refused [registry/unreachable]; check the name, and whether this machine is on the network"},
		{t.Context(), errors.New(strings.Repeat("x", 301)), "at: error: the data received cannot be used: " + strings.Repeat("x", 300) + " [registry/damaged]"},
	} {
		ref := Reference{Folder: "at"}
		if got, want := whole(Client{}.explain(c.ctx, ref, c.err)), strings.Replace(c.want, "at: ", ref.String()+": ", 1); got != want {
			t.Errorf("%v is explained as\n%s\nnot\n%s", c.err, got, want)
		}
	}
}

// TestDescriptorsAreBounded checks sizes at, below and beyond their bounds.
func TestDescriptorsAreBounded(t *testing.T) {
	sum := digest.FromString("x")
	for size, want := range map[int64]string{-1: "registry/damaged", 0: "", 10: "", 11: "registry/too-large"} {
		d := ocispec.Descriptor{Digest: sum, Size: size}
		if got := code(checkDescriptor(Reference{}, "archive", d, 10)); got != want {
			t.Errorf("%d bytes of at most 10: %q, not %q", size, got, want)
		}
	}
}

// TestAPushThatCannotBeWritten leaves the folder as it was.
func TestAPushThatCannotBeWritten(t *testing.T) {
	for _, name := range []string{"oci-layout", "index.json"} {
		dir := t.TempDir()
		if err := os.MkdirAll(filepath.Join(dir, name+".new"), 0o755); err != nil {
			t.Fatal(err)
		}
		_, err := Client{Limits: quick}.Push(t.Context(), parse(t, "oci:"+dir+":luck-1.0.0"), luck)
		if code(err) != "registry/unreachable" || !strings.Contains(err.Error(), name+".new") {
			t.Errorf("%s: %v", name, err)
		}
		if _, _, err := (Client{Limits: quick}).Pull(t.Context(), parse(t, "oci:"+dir+":luck-1.0.0")); err == nil {
			t.Errorf("%s cannot be written, and yet the pack is there", name)
		}
	}
	dir := t.TempDir()
	f, err := openFolder(parse(t, "oci:"+dir), true)
	if err != nil {
		t.Fatal(err)
	}
	defer f.close()
	if err := os.MkdirAll(filepath.Join(dir, "index.json", "inner"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := f.(*folder).write("index.json", []byte("{}")); err == nil {
		t.Error("a folder was replaced by a file")
	}
	if _, err := os.Stat(filepath.Join(dir, "index.json.new")); err == nil {
		t.Error("what could not be moved is left")
	}
}

// TestATagAndADigest checks that of a tag and a digest the digest decides, also
// in a folder that has the tag.
func TestATagAndADigest(t *testing.T) {
	dir, other := t.TempDir(), luck
	other.Text = "Less of it."
	c := Client{Limits: quick}
	first, err := c.Push(t.Context(), parse(t, "oci:"+dir+":luck-1.0.0"), luck)
	if err != nil {
		t.Fatal(err)
	}
	second, err := c.Push(t.Context(), parse(t, "oci:"+dir+":luck-1.0.1"), other)
	if err != nil {
		t.Fatal(err)
	}
	for ref, want := range map[string]string{
		":luck-1.0.0@" + second: second, ":luck-1.0.1@" + first: first, "@" + second: second, ":luck-1.0.1": second,
		":luck-1.0.0@sha256:" + strings.Repeat("0", 64): "registry/missing",
	} {
		_, got, err := c.Describe(t.Context(), parse(t, "oci:"+dir+ref))
		if got+code(err) != want {
			t.Errorf("%s: %s, %v", ref, got, err)
		}
		if _, err := c.Push(t.Context(), parse(t, "oci:"+dir+strings.Replace(ref, "luck-1.0", "luck-2.0", 1)), luck); strings.Contains(ref, "@") && (err == nil) != (want == first) {
			t.Errorf("a push to %s: %v", ref, err)
		}
	}
}

// slowBody sends a byte after each pause, without end.
type slowBody struct{ pauses []time.Duration }

func (b *slowBody) Read(p []byte) (int, error) {
	if len(b.pauses) == 0 {
		return 0, errors.New("it ended")
	}
	<-time.After(b.pauses[0])
	b.pauses = b.pauses[1:]
	return copy(p, "x"), nil
}

func (b *slowBody) Close() error { return nil }

// TestOnlySilentBodiesStall checks on a virtual clock that a body may take any
// time as long as data arrives, and the result of a read after silence.
func TestOnlySilentBodiesStall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		idle := time.Second
		w := &idleTimeoutBody{body: &slowBody{[]time.Duration{900 * time.Millisecond, 900 * time.Millisecond, 900 * time.Millisecond, 1100 * time.Millisecond}}, ctx: ctx, cancel: cancel, idle: idle}
		w.timer = time.AfterFunc(idle, func() { cancel(errStalled) })
		for i := range 4 {
			n, err := w.Read(make([]byte, 1))
			if n != 1 || err != nil || (context.Cause(ctx) != nil) != (i == 3) {
				t.Errorf("read %d gives %d, %v; the request has ended: %v", i, n, err, context.Cause(ctx))
			}
		}
		if _, err := w.Read(nil); !errors.Is(err, errStalled) {
			t.Errorf("after a stall a read gives %v", err)
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
}

// TestPlainHTTPIsLocalOnly checks which registries are contacted without
// encryption.
func TestPlainHTTPIsLocalOnly(t *testing.T) {
	t.Setenv("DOCKER_CONFIG", t.TempDir())
	for _, x := range []struct {
		host        string
		asked, want bool
	}{{"example.org", false, false}, {"example.org", true, true}, {"localhost:5000", false, true}} {
		p, err := openRemote(parse(t, "oci://"+x.host+"/luck:1"), Client{Limits: quick, PlainHTTP: x.asked})
		if err != nil {
			t.Fatal(err)
		}
		if got := p.(remoteRepository).repository.PlainHTTP; got != x.want {
			t.Errorf("%s, asked for: %v: %v", x.host, x.asked, got)
		}
	}
}

// TestTransportChecksEveryRequest checks where requests of a registry may
// lead, redirects included.
func TestTransportChecksEveryRequest(t *testing.T) {
	for _, c := range []struct {
		host  string
		plain bool
		to    string
		want  string
	}{
		{"example.org", false, "https://example.org/v2/", "dialled"},
		{"example.org", false, "https://elsewhere.org/v2/", "dialled"},
		{"example.org", false, "http://example.org/v2/", `the connection to "example.org" is not encrypted`},
		{"example.org", true, "http://example.org/v2/", "dialled"},
		{"localhost:5000", false, "http://localhost:5000/v2/", "dialled"},
		{"localhost:5000", false, "http://127.0.0.1:80/", "dialled"},
		{"localhost:5000", false, "http://example.org/", `the connection to "example.org" is not encrypted`},
		{"example.org", true, "http://localhost:5000/v2/", `the registry redirects to this machine, "localhost:5000"`},
		{"registry.localhost", false, "http://127.0.0.2/v2/", "dialled"},
		{"localhost.org", true, "http://registry.LOCALHOST:80/", `the registry redirects to this machine, "registry.LOCALHOST:80"`},
		{"example.org", false, "https://[::1]/v2/", `the registry redirects to this machine, "[::1]"`},
		{"example.org", true, "file:///etc/passwd", `the registry redirects to an address of the form "file"`},
	} {
		g := newTransport(c.host, c.plain, quick.Idle)
		g.base.Proxy = nil
		g.base.DialContext = func(context.Context, string, string) (net.Conn, error) { return nil, errors.New("dialled") }
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, c.to, nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := g.RoundTrip(r)
		if err == nil {
			resp.Body.Close()
		}
		if err == nil || err.Error() != c.want {
			t.Errorf("from %s to %s: %v, not %s", c.host, c.to, err, c.want)
		}
	}
}

// TestUnusableFolders states the errors for folders that are files, that are
// missing, or that contain something else, and that nothing is left behind.
func TestUnusableFolders(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"file": "x", "odd/index.json": "[]", "odd/oci-layout": "{}", "new/index.json": `{"schemaVersion":2}`, "new/oci-layout": `{"imageLayoutVersion":"2.0.0"}`} {
		if err := errors.Join(os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o700), os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	c := Client{Limits: quick}
	for _, at := range []string{"file:a", "none:a", "odd:a", "new:a", "empty:a", "empty@sha256:" + strings.Repeat("0", 64), "empty:b@sha256:" + strings.Repeat("0", 64), "empty"} {
		ref := parse(t, "oci:"+dir+"/"+at)
		if !strings.HasPrefix(at, "none") {
			digest, err := c.Push(t.Context(), ref, luck)
			fmt.Fprintf(&out, "push %s: %.12s %s\n", at, digest, whole(err))
		}
		_, _, err := c.Pull(t.Context(), ref)
		fmt.Fprintf(&out, "pull %s: %s\n", at, whole(err))
		tags, err := c.Tags(t.Context(), ref)
		fmt.Fprintf(&out, "tags %s: %q %s\n", at, tags, whole(err))
	}
	golden.Check(t, "testdata/places.golden", strings.ReplaceAll(out.String(), dir, "DIR"))
}
