package archive

import (
	"archive/zip"
	"bytes"
	"io"
	"path"
	"slices"
	"strings"

	"sleight/runtime/content/load"
)

// fileKind classifies the files in an archive.
type fileKind int

const (
	used       fileKind = iota // content, scripts, schemas, saves, or documentation
	unused                     // nothing reads it
	executable                 // a program
	nested                     // an archive within the archive
)

// suffixes are the extensions of files that are refused without reading them.
var suffixes = map[string]fileKind{
	".exe": executable, ".dll": executable, ".so": executable, ".dylib": executable, ".com": executable, ".msi": executable,
	".bat": executable, ".cmd": executable, ".ps1": executable, ".sh": executable, ".vbs": executable, ".app": executable,
	".scr": executable, ".jar": executable, ".apk": executable, ".wasm": executable, ".appimage": executable,
	".zip": nested, ".tar": nested, ".gz": nested, ".tgz": nested, ".7z": nested, ".rar": nested, ".xz": nested,
	".bz2": nested, ".zst": nested, ".iso": nested, ".cab": nested,
}

// signatures are the first bytes of files that are refused, whatever their name.
var signatures = []struct {
	bytes string
	kind  fileKind
}{
	{"MZ", executable},
	{"\x7fELF", executable},
	{"#!", executable},
	{"\xfe\xed\xfa", executable},
	{"\xcf\xfa\xed\xfe", executable},
	{"\xca\xfe\xba\xbe", executable},
	{"\x00asm", executable},
	{"PK\x03\x04", nested},
	{"\x1f\x8b", nested},
	{"7z\xbc\xaf\x27\x1c", nested},
	{"Rar!", nested},
	{"\xfd7zXZ", nested},
	{"BZh", nested},
	{"\x28\xb5\x2f\xfd", nested},
}

// kindOf classifies a file by its name and, unless packs read such files, by
// its first bytes.
func kindOf(f *zip.File) fileKind {
	if s, ok := suffixes[strings.ToLower(path.Ext(f.Name))]; ok {
		return s
	}
	if load.IsUseful(f.Name) {
		return used
	}
	in, err := f.Open()
	if err != nil {
		return unused
	}
	defer in.Close()
	head := make([]byte, 8)
	n, _ := io.ReadFull(in, head)
	i := slices.IndexFunc(signatures, func(m struct {
		bytes string
		kind  fileKind
	},
	) bool {
		return bytes.HasPrefix(head[:n], []byte(m.bytes))
	})
	if i < 0 {
		return unused
	}
	return signatures[i].kind
}

// inPack reports whether a file is in a folder of packs. Other files, such as
// the rest of a repository, are never read from the archive.
func inPack(name string) bool {
	parts := strings.Split(name, "/")
	for _, part := range parts[:min(2, len(parts)-1)] {
		if slices.Contains([]string{"content", "scripts", "schemas"}, part) {
			return true
		}
	}
	return false
}
