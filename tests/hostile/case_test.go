package hostile

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// hostileCase is a file of cases/.
type hostileCase struct {
	// area is its folder, which names the kind of case.
	area, name string
	// expect is the code that must be reported, or none.
	expect string
	// body is the file as the program gets it, text everything after the first
	// two lines.
	body, text string
	// packed is the archive of the case, once it is made.
	packed []byte
}

var (
	repeated = regexp.MustCompile(`<<(\d+) \* ("(?:[^"\\]|\\.)*")>>`)
	alone    = regexp.MustCompile(`<<only ("(?:[^"\\]|\\.)*")>>`)
)

func readCase(file string) (*hostileCase, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	c := &hostileCase{area: filepath.Base(filepath.Dir(file)), name: strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))}
	lines := strings.SplitN(string(data), "\n", 3)
	_, code, ok := strings.Cut(lines[0], " expect: ")
	if !ok || len(lines) < 3 {
		return nil, fmt.Errorf("%s: the first line must say what to expect", file)
	}
	c.expect = code
	c.text = expand(lines[2])
	c.body = lines[0] + "\n" + lines[1] + "\n" + c.text
	if m := alone.FindStringSubmatch(lines[2]); m != nil {
		c.body, err = strconv.Unquote(m[1])
	}
	return c, err
}

// expand expands repetitions.
func expand(text string) string {
	return repeated.ReplaceAllStringFunc(text, func(mark string) string {
		m := repeated.FindStringSubmatch(mark)
		times, _ := strconv.Atoi(m[1])
		part, _ := strconv.Unquote(m[2])
		if !strings.Contains(part, "%") {
			return strings.Repeat(part, times)
		}
		var out strings.Builder
		for i := 1; i <= times; i++ {
			line := strings.ReplaceAll(part, "%d", strconv.Itoa(i))
			line = strings.ReplaceAll(line, "%p", strconv.Itoa(i-1))
			out.WriteString(strings.ReplaceAll(line, "%n", strconv.Itoa(i+1)))
		}
		return out.String()
	})
}

// lay writes the files after lines -- NAME -- below a folder; (link) makes a
// link.
func lay(dir, text string) error {
	marks := sections(text)
	for i, m := range marks {
		end := len(text)
		if i+1 < len(marks) {
			end = marks[i+1][0]
		}
		name := filepath.Join(dir, filepath.FromSlash(text[m[2]:m[3]]))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		body := text[m[1]:end]
		var err error
		if m[4] >= 0 {
			err = os.Symlink(strings.TrimSpace(body), name)
		} else {
			err = os.WriteFile(name, []byte(body), 0o666)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

var sectionLine = regexp.MustCompile(`^-- (\S+)( \(link\))? --\n`)

// sections returns the places of the lines -- NAME --, and of their parts, in a text
// that may have many megabytes.
func sections(text string) (marks [][]int) {
	at := 0
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "-- ") {
			m := sectionLine.FindStringSubmatchIndex(line)
			for i := range m {
				if m[i] >= 0 {
					m[i] += at
				}
			}
			if m != nil {
				marks = append(marks, m)
			}
		}
		at += len(line)
	}
	return marks
}

// words splits a line into words; quoted ones have Go's syntax.
func words(line string) (out []string) {
	for _, m := range regexp.MustCompile(`"(?:[^"\\]|\\.)*"|\S+`).FindAllString(line, -1) {
		if text, err := strconv.Unquote(m); err == nil {
			m = text
		}
		out = append(out, m)
	}
	return out
}

// pack makes the archive that a case describes.
func pack(text string) ([]byte, error) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	var after []func([]byte) []byte
	for line := range strings.Lines(text) {
		w := words(line)
		if len(w) == 0 {
			continue
		}
		change, err := packLine(z, w)
		if err != nil {
			return nil, err
		}
		if change != nil {
			after = append(after, change)
		}
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	data := out.Bytes()
	for _, change := range after {
		data = change(data)
	}
	return data, nil
}

func packLine(z *zip.Writer, w []string) (change func([]byte) []byte, err error) {
	number := func(i int) int { n, _ := strconv.Atoi(w[i]); return n }
	switch w[0] {
	case "file":
		f, err := z.Create(w[1])
		if err == nil {
			_, err = f.Write([]byte(w[2]))
		}
		return nil, err
	case "link":
		h := &zip.FileHeader{Name: w[1]}
		h.SetMode(os.ModeSymlink | 0o777)
		f, err := z.CreateHeader(h)
		if err == nil {
			_, err = f.Write([]byte(w[2]))
		}
		return nil, err
	case "zeros":
		f, err := z.Create(w[1])
		if err == nil {
			_, err = f.Write(make([]byte, number(2)))
		}
		return nil, err
	case "many":
		return nil, packMany(z, w[1], number(2), make([]byte, number(3)))
	case "lie":
		h := zip.FileHeader{Name: w[1], CRC32: crc32.ChecksumIEEE([]byte(w[2])), CompressedSize64: uint64(len(w[2])), UncompressedSize64: uint64(number(3))}
		return nil, packRaw(z, h, []byte(w[2]))
	case "damage":
		return func(data []byte) []byte { data[70]++; return data }, nil
	case "cut":
		return func(data []byte) []byte { return data[:max(0, len(data)-number(1))] }, nil
	case "text":
		return func([]byte) []byte { return []byte(w[1]) }, nil
	}
	return nil, errors.New("unknown operation " + w[0])
}

// packMany packs n files with the same data, which it compresses once.
func packMany(z *zip.Writer, name string, n int, data []byte) error {
	var packed bytes.Buffer
	c, err := flate.NewWriter(&packed, flate.DefaultCompression)
	if err == nil {
		_, err = c.Write(data)
	}
	if err = errors.Join(err, c.Close()); err != nil {
		return err
	}
	h := zip.FileHeader{Method: zip.Deflate, CRC32: crc32.ChecksumIEEE(data), CompressedSize64: uint64(packed.Len()), UncompressedSize64: uint64(len(data))}
	for i := range n {
		h.Name = strings.ReplaceAll(name, "%d", strconv.Itoa(i))
		if err := packRaw(z, h, packed.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// packRaw packs a file whose header says what is right or wrong about it.
func packRaw(z *zip.Writer, h zip.FileHeader, packed []byte) error {
	f, err := z.CreateRaw(&h)
	if err == nil {
		_, err = f.Write(packed)
	}
	return err
}

// edit changes a save as a case describes.
func edit(save []byte, text string) ([]byte, error) {
	for line := range strings.Lines(text) {
		if all, ok := strings.CutPrefix(line, "all "); ok { // which may be many megabytes
			save = []byte(all)
			continue
		}
		w := words(line)
		if len(w) == 0 {
			continue
		}
		number := func(i int) int { n, _ := strconv.Atoi(w[i]); return n }
		switch w[0] {
		case "cut":
			save = save[:max(0, len(save)-number(1))]
		case "flip":
			save[number(1)] ^= 1
		case "replace":
			before := save
			save = bytes.Replace(save, []byte(w[1]), []byte(w[2]), 1)
			if bytes.Equal(before, save) {
				return nil, fmt.Errorf("the save has no %q", w[1])
			}
		default:
			return nil, errors.New("unknown operation " + w[0])
		}
	}
	return save, nil
}
