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

// sort classifies the files in an archive.
type sort int

const (
	useful     sort = iota // content, scripts, schemas, saves, or documentation
	useless                // nothing reads it
	executable             // a program
	nested                 // an archive within the archive
)

// suffixes are the extensions of files that are refused without reading them.
var suffixes = map[string]sort{
	".exe": executable, ".dll": executable, ".so": executable, ".dylib": executable, ".com": executable, ".msi": executable,
	".bat": executable, ".cmd": executable, ".ps1": executable, ".sh": executable, ".vbs": executable, ".app": executable,
	".scr": executable, ".jar": executable, ".apk": executable, ".wasm": executable, ".appimage": executable,
	".zip": nested, ".tar": nested, ".gz": nested, ".tgz": nested, ".7z": nested, ".rar": nested, ".xz": nested,
	".bz2": nested, ".zst": nested, ".iso": nested, ".cab": nested,
}

// marks are the first bytes of files that are refused, whatever their name.
var marks = []struct {
	bytes string
	sort  sort
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

// sortOf classifies a file by its name and, unless packs read such files, by
// its first bytes.
func sortOf(f *zip.File) sort {
	if s, ok := suffixes[strings.ToLower(path.Ext(f.Name))]; ok {
		return s
	}
	if load.IsUseful(f.Name) {
		return useful
	}
	in, err := f.Open()
	if err != nil {
		return useless
	}
	defer in.Close()
	head := make([]byte, 8)
	n, _ := io.ReadFull(in, head)
	i := slices.IndexFunc(marks, func(m struct {
		bytes string
		sort  sort
	},
	) bool {
		return bytes.HasPrefix(head[:n], []byte(m.bytes))
	})
	if i < 0 {
		return useless
	}
	return marks[i].sort
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
