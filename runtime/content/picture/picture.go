// Package picture checks the pictures that packs bring: SVG, PNG and WebP.
//
// Layer content. A picture is data for graphical front ends; it never decides
// anything in a game. The package imports nothing else of Sleight.
package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"path"

	"golang.org/x/image/webp"
)

// The limits of pictures.
const (
	MaxBytes = 512 << 10 // of one file
	MaxSide  = 2048      // in pixels, for PNG and WebP
)

// Picture is a picture that has passed Check.
type Picture struct {
	// Name is its pack and its path below that pack's folder art/.
	Name string
	// Type is its media type.
	Type string
	// Sum identifies its bytes, in hexadecimal digits.
	Sum  string
	Data []byte
}

// mediaTypes are the media types of pictures by the end of their names.
var mediaTypes = map[string]string{".svg": "image/svg+xml", ".png": "image/png", ".webp": "image/webp"}

// Type returns the media type of a picture by its name, or "" if it is not one.
func Type(name string) string { return mediaTypes[path.Ext(name)] }

// Path is its name with its sum, so that a changed picture has another path.
func (p *Picture) Path() string {
	if p == nil {
		return ""
	}
	return p.Name + "?v=" + p.Sum
}

// Check returns the problem in the data of a picture, or nil. The line is 0 if
// the error is not in a line of text.
func Check(name string, data []byte) (line int, err error) {
	if len(data) > MaxBytes {
		return 0, fmt.Errorf("the picture has %d bytes; at most %d are read", len(data), MaxBytes)
	}
	switch path.Ext(name) {
	case ".svg":
		return checkSVG(data)
	case ".png":
		return 0, checkPixels(data, "PNG", png.DecodeConfig)
	case ".webp":
		return 0, checkPixels(data, "WebP", webp.DecodeConfig)
	}
	return 0, errors.New("pictures are SVG, PNG or WebP")
}

func checkPixels(data []byte, format string, config func(io.Reader) (image.Config, error)) error {
	c, err := config(bytes.NewReader(data))
	switch {
	case err != nil:
		return fmt.Errorf("the file is not a %s picture", format)
	case c.Width > MaxSide || c.Height > MaxSide:
		return fmt.Errorf("the picture is %d × %d pixels; at most %d × %d are drawn", c.Width, c.Height, MaxSide, MaxSide)
	case c.Width == 0 || c.Height == 0:
		return errors.New("the picture is empty")
	}
	return nil
}
