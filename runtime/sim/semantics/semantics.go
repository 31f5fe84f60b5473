// Package semantics identifies the rules by which this program plays. Two
// programs with the same digest play every game identically, so their results
// may be merged.
//
// Layer sim. It reads sources; it does not play and does not know any game.
package semantics

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"go/scanner"
	"go/token"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"sync"

	"sleight/runtime/check"
	"sleight/runtime/content"
	"sleight/runtime/diag"
	"sleight/runtime/game"
	"sleight/runtime/lua"
	"sleight/runtime/sim"
	"sleight/schemas"
)

// Source is a folder of the program that affects how games go.
type Source struct {
	Path string // relative to the module
	FS   fs.FS
}

// Sources lists everything that affects how games go, from reading content to
// counting results. Package diag itself is left out because it only words
// problems.
func Sources() []Source {
	return []Source{
		{"schemas", schemas.Files},
		{"runtime/diag", diag.Sources},
		{"runtime/content", content.Sources},
		{"runtime/lua", lua.Sources},
		{"runtime/game", game.Sources},
		{"runtime/check", check.Sources},
		{"runtime/sim", sim.Sources},
	}
}

// libraries are the modules, required in go.mod, that read content and scripts.
var libraries = [...]string{
	"github.com/santhosh-tekuri/jsonschema/v5 v5.3.1",
	"github.com/yuin/gopher-lua v1.1.2",
	"gopkg.in/yaml.v3 v3.0.1",
}

// Digest returns the digest of this program's rules as 16 hexadecimal digits.
// Comments, layout and line endings of the sources do not matter. The first call takes
// about 50 ms.
func Digest() string { return ownDigest() }

var ownDigest = sync.OnceValue(func() string { return digest(Sources(), libraries[:]) })

func digest(sources []Source, libraries []string) string {
	sum := sha256.New()
	h := bufio.NewWriterSize(sum, 1<<16) // tokens are short
	for _, v := range libraries {
		item(h, "library", v)
	}
	for _, s := range sources {
		err := fs.WalkDir(s.FS, ".", func(name string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			text, err := fs.ReadFile(s.FS, name)
			if err != nil {
				return err
			}
			item(h, "file", path.Join(s.Path, name))
			if path.Ext(name) == ".go" {
				tokens(h, text)
			} else {
				item(h, "text", strings.ReplaceAll(string(text), "\r\n", "\n"))
			}
			return nil
		})
		if err != nil {
			panic("semantics: embedded sources cannot be read: " + err.Error())
		}
	}
	h.Flush()
	return hex.EncodeToString(sum.Sum(nil))[:16]
}

// tokens adds the tokens of a Go file, including compiler directives but no
// other comments.
func tokens(h *bufio.Writer, text []byte) {
	var s scanner.Scanner
	files := token.NewFileSet()
	s.Init(files.AddFile("", files.Base(), len(text)), text, nil, scanner.ScanComments)
	for {
		_, t, literal := s.Scan()
		switch {
		case t == token.EOF:
			return
		case t == token.COMMENT && !strings.HasPrefix(literal, "//go:"):
			continue
		case t == token.SEMICOLON:
			literal = "" // semicolons count the same whether written or inserted
		}
		item(h, t.String(), literal)
	}
}

// item adds a pair of texts, encoded so that different lists of pairs give
// different bytes.
func item(h *bufio.Writer, kind, text string) {
	for _, s := range [...]string{kind, text} {
		h.Write(strconv.AppendInt(h.AvailableBuffer(), int64(len(s)), 10))
		h.WriteByte(':')
		h.WriteString(s)
	}
}
