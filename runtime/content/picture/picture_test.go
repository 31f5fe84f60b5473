package picture_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"

	"sleight/runtime/content/picture"
)

func drawing(inner string) string {
	return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 8 8">` + inner + `</svg>`
}

func pixels(t testing.TB, width, height int) string {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// webp is the header of a WebP picture without loss, 3 by 2 pixels.
const webp = "RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00\x2f\x02\x40\x00\x00\x07\x10\x11\x11\x88\x88\xfe\x07\x00"

// TestPicturesThatDraw checks that what drawing programs export is accepted.
func TestPicturesThatDraw(t *testing.T) {
	for name, data := range map[string]string{
		"plain.svg":    drawing(`<path d="M0 0h8v8z"/>`),
		"headed.svg":   "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- made by hand -->\n" + drawing(`<circle r="3"/>`),
		"gradient.svg": drawing(`<defs><linearGradient id="a"><stop offset="1"/></linearGradient></defs><rect fill="url(#a)" width="8" height="8"/><use href="#b" xlink:href="#b"/>`),
		"style.svg":    drawing(`<style>.a { fill: url("#a"); }</style><g class="a"><text>hello &amp; on</text></g>`),
		"dot.png":      pixels(t, 1, 1),
		"large.png":    pixels(t, picture.MaxSide, 1),
		"dot.webp":     webp,
	} {
		if line, err := picture.Check(name, []byte(data)); err != nil {
			t.Errorf("%s is refused at line %d: %v", name, line, err)
		}
	}
}

// TestPicturesThatDoMore checks that a picture can neither run nor load
// anything, and that its size is limited.
func TestPicturesThatDoMore(t *testing.T) {
	deep := strings.Repeat("<g>", 70) + strings.Repeat("</g>", 70)
	for data, want := range map[string]string{
		drawing("\n<script>alert(1)</script>"):                          "2: a picture may not contain <script>",
		drawing(`<foreignObject/>`):                                     "1: a picture may not contain <foreignObject>",
		drawing(`<image href="data:image/png;base64,AAAA"/>`):           "1: a picture may not contain <image>",
		drawing(`<animate attributeName="href"/>`):                      "1: a picture may not contain <animate>",
		drawing(`<a href="#x"/>`):                                       "1: a picture may not contain <a>",
		drawing(`<g onload="alert(1)"/>`):                               "1: a picture may not contain the attribute onload",
		drawing(`<g OnClick="alert(1)"/>`):                              "1: a picture may not contain the attribute OnClick",
		drawing(`<use href="other.svg#a"/>`):                            "1: a picture may only refer to parts of itself, such as #shape",
		drawing(`<use xlink:href="http://example.com/a.svg#a"/>`):       "1: a picture may only refer to parts of itself, such as #shape",
		drawing(`<rect fill="url(http://example.com/a)"/>`):             "1: the attribute fill of a picture may not load anything",
		drawing(`<rect style="fill: URL( 'a.svg#a')"/>`):                "1: the attribute style of a picture may not load anything",
		drawing(`<rect style="fill: u\72l(a.svg)"/>`):                   "1: the attribute style of a picture may not load anything",
		drawing("\n<style>\n@import 'a.css';</style>"):                  "2: the style of a picture may not load anything",
		drawing(`<h:div xmlns:h="http://www.w3.org/1999/xhtml"/>`):      "1: a picture may only contain elements of SVG, not <div>",
		"<!DOCTYPE svg [<!ENTITY a \"b\">]>\n" + drawing(""):            "1: a picture may not declare a document type or entities",
		"<?xml-stylesheet href=\"a.css\"?>" + drawing(""):               "1: a picture may not contain <?xml-stylesheet",
		drawing("<g>\n</h>"):                                            "2: the SVG is not well-formed: element <g> closed by </h>",
		drawing("&nbsp;"):                                               "1: the SVG is not well-formed: invalid character entity &nbsp;",
		drawing(deep):                                                   "1: a picture may have 5000 elements, nested 64 deep",
		drawing(strings.Repeat("<g/>", 5000)):                           "1: a picture may have 5000 elements, nested 64 deep",
		"":                                                              "0: the file is not an SVG picture",
		`<html xmlns="http://www.w3.org/1999/xhtml"/>`:                  "1: the file is not an SVG picture: its first element must be <svg>",
		`<svg xmlns="http://www.w3.org/2000/svg" width="8"/>`:           "1: the picture has no viewBox, so it cannot be scaled",
		drawing("<!--" + strings.Repeat("x", picture.MaxBytes) + "-->"): "0: the picture has 524402 bytes; at most 524288 are read",
	} {
		line, err := picture.Check("a.svg", []byte(data))
		if got := fmt.Sprintf("%d: %v", line, err); got != want {
			t.Errorf("%.90s:\ngot  %s\nwant %s", data, got, want)
		}
	}
	for name, data := range map[string]string{"a.png": webp, "b.webp": pixels(t, 1, 1), "c.png": pixels(t, picture.MaxSide+1, 1), "d.gif": "GIF89a"} {
		if _, err := picture.Check(name, []byte(data)); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

// FuzzCheck checks that no data brings the readers of pictures down.
func FuzzCheck(f *testing.F) {
	f.Add("a.svg", []byte(drawing(`<path d="M0 0"/>`)))
	f.Add("a.webp", []byte(webp))
	f.Add("a.png", []byte(pixels(f, 2, 2)))
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		if line, err := picture.Check(name, data); line < 0 || err == nil && line != 0 {
			t.Errorf("line %d, %v", line, err)
		}
	})
}
