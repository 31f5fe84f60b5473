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

// TestAcceptedPictures checks that the exports of drawing programs are
// accepted.
func TestAcceptedPictures(t *testing.T) {
	for name, data := range map[string]string{
		"plain.svg":    drawing(`<path d="M0 0h8v8z"/>`),
		"headed.svg":   "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- made by hand -->\n" + drawing(`<circle r="3"/>`),
		"gradient.svg": drawing(`<defs><linearGradient id="a"><stop offset="1"/></linearGradient></defs><rect fill="url(#a)" width="8" height="8"/><use href="#b" xlink:href="#b"/>`),
		"style.svg":    drawing(`<style>.a { fill: url("#a"); }</style><g class="a"><text>hello &amp; on</text></g>`),
		"bare.svg":     `<svg viewBox="0 0 8 8"><g/></svg>`,
		"deep.svg":     drawing(strings.Repeat("<g>", 63) + strings.Repeat("</g>", 63)),
		"many.svg":     drawing(strings.Repeat("<g/>", 4999)),
		"prefixed.svg": `<s:svg xmlns:s="http://www.w3.org/2000/svg" xmlns:u="url(http://example.com)" xmlns:xmlns="u" viewBox="0 0 8 8"><s:g/></s:svg>`,
		"words.svg":    drawing(`<style>.a {}</style><desc>@import is a word</desc><style/><title>url(x)</title>`),
		"full.svg":     drawing("<!--" + strings.Repeat("x", picture.MaxBytes-len(drawing("<!---->"))) + "-->"),
		"dot.png":      pixels(t, 1, 1),
		"large.png":    pixels(t, picture.MaxSide, 1),
		"high.png":     pixels(t, 1, picture.MaxSide),
		"dot.webp":     webp,
	} {
		if line, err := picture.Check(name, []byte(data)); err != nil {
			t.Errorf("%s is refused at line %d: %v", name, line, err)
		}
	}
}

// TestRefusedPictures checks that a picture can neither run nor load
// anything, and that its size is limited.
func TestRefusedPictures(t *testing.T) {
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
		drawing(deep):                                                   "1: a picture may have at most 5000 elements, nested at most 64 deep",
		drawing(strings.Repeat("<g/>", 5000)):                           "1: a picture may have at most 5000 elements, nested at most 64 deep",
		"":                                                              "0: the file is not an SVG picture",
		drawing(`<style>@imp<!-- -->ort 'a.css';</style>`):              "1: the style of a picture may not load anything",
		drawing(`<style>.a { fill: u<![CDATA[rl(]]>a.svg) }</style>`):   "1: the style of a picture may not load anything",
		drawing(`<style><g/>@import 'a.css';</style>`):                  "1: the style of a picture may not load anything",
		drawing(`<style><style>.a {}</style>@import 'a.css';</style>`):  "1: the style of a picture may not load anything",
		drawing(`<g style="mask: image-set('a.png' 1x)"/>`):             "1: the attribute style of a picture may not load anything",
		drawing(`<g style="mask: src('a.png')"/>`):                      "1: the attribute style of a picture may not load anything",
		drawing(`<g fill="javascript:alert(1)"/>`):                      "1: the attribute fill of a picture may not load anything",
		drawing(`<g filter="url(#a) url(b.svg#c)"/>`):                   "1: the attribute filter of a picture may not load anything",
		drawing(strings.Repeat("<g>", 64) + strings.Repeat("</g>", 64)): "1: a picture may have at most 5000 elements, nested at most 64 deep",
		`<g xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>`:     "1: the file is not an SVG picture: its first element must be <svg>",
		`<svg xmlns="http://example.com" viewBox="0 0 8 8"/>`:           "1: the file is not an SVG picture: its first element must be <svg>",
		drawing("\n\n<g>\n\n<title/><br/>"):                             "5: a picture may not contain <br>",
		drawing("\n<defs/>\n<!DOCTYPE svg>"):                            "3: a picture may not declare a document type or entities",
		`<html xmlns="http://www.w3.org/1999/xhtml"/>`:                  "1: the file is not an SVG picture: its first element must be <svg>",
		`<svg xmlns="http://www.w3.org/2000/svg" width="8"/>`:           "1: the picture has no viewBox, so it cannot be scaled",
		drawing("<!--" + strings.Repeat("x", picture.MaxBytes) + "-->"): "0: the picture has 524402 bytes; at most 524288 are read",
	} {
		line, err := picture.Check("a.svg", []byte(data))
		if got := fmt.Sprintf("%d: %v", line, err); got != want {
			t.Errorf("%.90s:\ngot  %s\nwant %s", data, got, want)
		}
	}
	for name, x := range map[string]struct{ data, want string }{
		"a.png":  {webp, "the file is not a PNG picture"},
		"b.webp": {pixels(t, 1, 1), "the file is not a WebP picture"},
		"c.png":  {pixels(t, picture.MaxSide+1, 1), "the picture is 2049 × 1 pixels; at most 2048 × 2048 are drawn"},
		"d.png":  {pixels(t, 1, picture.MaxSide+1), "the picture is 1 × 2049 pixels; at most 2048 × 2048 are drawn"},
		"e.gif":  {"GIF89a", "pictures are SVG, PNG or WebP"},
		"f":      {"", "pictures are SVG, PNG or WebP"},
		"g.webp": {"RIFF\x16\x00\x00\x00WEBPVP8 \x0a\x00\x00\x00\x10\x00\x00\x9d\x01\x2a\x00\x00\x01\x00", "the picture is empty"},
		"h.webp": {"RIFF\x16\x00\x00\x00WEBPVP8 \x0a\x00\x00\x00\x10\x00\x00\x9d\x01\x2a\x01\x00\x00\x00", "the picture is empty"},
	} {
		if line, err := picture.Check(name, []byte(x.data)); line != 0 || err == nil || err.Error() != x.want {
			t.Errorf("%s: line %d, %v; want %q", name, line, err, x.want)
		}
	}
}

// TestPathsAndTypes checks the addresses and media types of pictures for front
// ends.
func TestPathsAndTypes(t *testing.T) {
	for name, want := range map[string]string{"a/b.svg": "image/svg+xml", "b.png": "image/png", "c.webp": "image/webp", "d.gif": "", "svg": ""} {
		if got := picture.Type(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	p := &picture.Picture{Name: "p/a.svg", Sum: "12"}
	if got := p.Path(); got != "p/a.svg?v=12" {
		t.Errorf("got %q", got)
	}
	if got := (*picture.Picture)(nil).Path(); got != "" {
		t.Errorf("no picture has the path %q", got)
	}
}

// FuzzCheck checks that no data makes the readers of pictures fail.
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
