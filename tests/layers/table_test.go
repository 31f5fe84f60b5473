package layers

// The outside libraries that only some packages may import.
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
	webp       = "golang.org/x/image/webp"
	dirhash    = "golang.org/x/mod/sumdb/dirhash"
)

// layer is a folder of the architecture: one idea, and the packages that make
// it up.
type layer struct {
	path     string // below the module
	packages []pkg  // from the bottom up
}

// pkg is a package of a layer.
type pkg struct {
	path string // below the layer; "" is the folder itself
	// outside lists the libraries it may import; folders below them included.
	outside []string
}

// layers is the architecture, from the bottom up. A package may import packages
// of lower layers, and packages of its own layer that come before it.
var layers = []layer{
	{"content", []pkg{{"", nil}}},
	{"schemas", []pkg{{"", nil}}},
	{"scripts", []pkg{{"", nil}}},
	{"runtime/diag", []pkg{
		{"", nil}, {"strictjson", nil}, {"codes", nil}, {"fix", nil}, {"render", nil}, {"filter", nil},
	}},
	{"runtime/content", []pkg{
		{"", nil},
		{"parallel", nil},
		{"safefile", nil},
		{"icon", nil},
		{"picture", []string{webp}},
		{"def", nil},
		{"manifest", []string{semver}},
		{"locale", []string{text}},
		{"yaml", []string{yaml}},
		{"schema", []string{jsonschema}},
		{"filename", []string{text}},
		{"load", nil},
		{"archive", nil},
		{"provenance", nil},
	}},
	{"runtime/lua", []pkg{{"number", nil}, {"pattern", nil}, {"syntax", []string{lua}}, {"analysis", []string{lua}}, {"", []string{lua}}}},
	{"runtime/game", []pkg{
		{"", nil}, {"random", nil}, {"state", nil}, {"api", nil}, {"rules", nil}, {"save", nil}, {"session", nil}, {"board", nil}, {"seat", nil}, {"replay", nil}, {"debug", nil},
	}},
	{"runtime/check", []pkg{{"", nil}, {"contenttest", nil}, {"lint", nil}, {"secrets", nil}}},
	{"runtime/sim", []pkg{
		{"", nil}, {"semantics", nil}, {"profiler", []string{"github.com/google/pprof"}}, {"fuzz", nil}, {"experiment", nil}, {"chart", nil}, {"dispatch", nil}, {"queue", []string{jetstream}},
	}},
	{"runtime/reload", []pkg{{"", []string{fsnotify}}}},
	{"runtime/packs", []pkg{
		{"quarantine", nil},
		{"behaviour", nil},
		{"settings", nil},
		{"trust", []string{minisign}},
		{"registry", []string{oras, oci, lockedfile}},
		{"install", []string{dirhash, lockedfile}},
		{"source", []string{semver}},
	}},
	{"runtime/author", []pkg{{"newcontent", nil}, {"docs", nil}, {"editor", nil}, {"symbols", nil}}},
	{"runtime/sleight", []pkg{{"workspace", nil}, {"", nil}}},
	{"runtime/server", []pkg{{"host", nil}, {"protocol", nil}, {"transport", nil}, {"lsp", []string{"go.lsp.dev"}}, {"dap", []string{"github.com/google/go-dap"}}}},
	{"runtime/ui", []pkg{
		{"play", []string{bubbletea, charm}},
		{"repl", []string{terminal, charm, "golang.org/x/sys"}},
		{"studio", nil},
	}},
	{"cmd/sleight", []pkg{
		{"cli", []string{cobra, pflag, progress, terminal, textdiff}},
		{"", nil},
	}},
}

// rootEntries are the files and folders that may be in the root, besides
// those whose names begin with a dot.
var rootEntries = []string{
	"CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile", "README.md", "SECURITY.md", "action.yml", "cmd", "content", "docs", "go.mod", "go.sum",
	"runtime", "schemas", "scripts", "tests",
	"sleight", "sleight.exe", "dist", // what building leaves, which git ignores
}

// The bounds on size, in lines.
const (
	fileLimit     = 500
	fileMedian    = 150
	functionLimit = 60
)

// long lists the functions that may exceed functionLimit, each with the reason.
// Lines of literal tables do not count anyway.
var long = map[string]string{}
