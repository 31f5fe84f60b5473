package layers

// The outside libraries that only some packages may know.
const (
	yaml       = "gopkg.in/yaml.v3"
	jsonschema = "github.com/santhosh-tekuri/jsonschema/v5"
	lua        = "github.com/yuin/gopher-lua"
	fsnotify   = "github.com/fsnotify/fsnotify"
	terminal   = "golang.org/x/term"
	bubbletea  = "charm.land"
	charm      = "github.com/charmbracelet/x/ansi"
	cobra      = "github.com/spf13/cobra"
	pflag      = "github.com/spf13/pflag"
	semver     = "github.com/Masterminds/semver/v3"
	text       = "golang.org/x/text"
	jetstream  = "github.com/nats-io/nats.go"
	progress   = "github.com/schollz/progressbar/v3"
	oras       = "oras.land/oras-go/v2"
	oci        = "github.com/opencontainers"
	minisign   = "aead.dev/minisign"
	textdiff   = "github.com/rogpeppe/go-internal/diff"
	lockedfile = "github.com/rogpeppe/go-internal/lockedfile"
	dirhash    = "golang.org/x/mod/sumdb/dirhash"
)

// layer is where a package stands.
type layer struct {
	path  string // below the module
	level int
	// outside are the libraries it may import; folders below them included.
	outside []string
}

// layers is the house. A package may import those of lower levels only.
var layers = []layer{
	{"content", 0, nil},
	{"runtime/diag", 0, nil},
	{"runtime/parallel", 0, nil},
	{"runtime/rng", 0, nil},
	{"schemas", 0, nil},
	{"scripts", 0, nil},
	{"runtime/def", 1, nil},
	{"runtime/explain", 1, nil},
	{"runtime/manifest", 1, []string{semver}},
	{"runtime/mend", 1, nil},
	{"runtime/state", 1, nil},
	{"runtime/trust", 1, []string{minisign}},
	{"runtime/locale", 2, []string{text}},
	{"runtime/pack", 2, []string{yaml, jsonschema, text}},
	{"runtime/provenance", 2, nil},
	{"runtime/registry", 2, []string{oras, oci, lockedfile}},
	{"runtime/report", 2, nil},
	{"runtime/scaffold", 2, nil},
	{"runtime/script", 2, []string{lua}},
	{"runtime/api", 3, nil},
	{"runtime/triage", 3, nil},
	{"runtime/engine", 4, nil},
	{"runtime/ship", 4, []string{dirhash, lockedfile}},
	{"runtime/board", 5, nil},
	{"runtime/check", 5, nil},
	{"runtime/lint", 5, nil},
	{"runtime/reference", 5, nil},
	{"runtime/reload", 5, []string{fsnotify}},
	{"runtime/replay", 5, nil},
	{"runtime/sim", 5, nil},
	{"runtime/supply", 5, []string{semver}},
	{"runtime/drill", 6, nil},
	{"runtime/editor", 6, nil},
	{"runtime/study", 6, nil},
	{"runtime/lab", 7, nil},
	{"runtime/play", 7, []string{bubbletea, charm}},
	{"runtime/protocol", 7, nil},
	{"runtime/queue", 7, []string{jetstream}},
	{"runtime/repl", 7, []string{terminal, "golang.org/x/sys"}},
	{"runtime/studio", 7, nil},
	{"runtime/serve", 8, nil},
	{"cmd/sleight/cli", 9, []string{cobra, pflag, progress, terminal, textdiff}},
	{"cmd/sleight", 10, nil},
}

// rootEntries are the files and folders that may lie in the root, besides
// those whose names begin with a dot.
var rootEntries = []string{
	"LICENSE", "README.md", "SECURITY.md", "action.yml", "cmd", "content", "docs", "go.mod", "go.sum",
	"runtime", "schemas", "scripts", "tests",
}

// The bounds on size, in lines.
const (
	fileLimit     = 500
	fileMedian    = 150
	functionLimit = 60
)

// long lists the functions that may exceed functionLimit, each with why. Lines
// of literal tables do not count in the first place.
var long = map[string]string{}
