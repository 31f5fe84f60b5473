package picture

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// allowedElements lists the SVG elements that only draw. Elements that run scripts,
// animate, link, or load something are not among them.
var allowedElements = strings.Fields(`svg g defs symbol use title desc metadata style path rect circle ellipse line polyline polygon
	text tspan textPath linearGradient radialGradient stop pattern clipPath mask marker filter feBlend feColorMatrix
	feComponentTransfer feComposite feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge
	feMergeNode feMorphology feOffset feTile feTurbulence feDiffuseLighting feSpecularLighting feDistantLight
	fePointLight feSpotLight feDisplacementMap feConvolveMatrix`)

// maxElements is the maximum number of elements of an SVG, and maxNested how
// deep they nest.
const (
	maxElements = 5000
	maxNested   = 64
)

const svgSpace = "http://www.w3.org/2000/svg"

// checkSVG accepts well-formed SVG that draws and does nothing else, so that it
// is harmless wherever it is opened.
func checkSVG(data []byte) (line int, err error) {
	if passesFast(data) {
		return 0, nil
	}
	return checkXML(data)
}

func checkXML(data []byte) (line int, err error) {
	in := xml.NewDecoder(bytes.NewReader(data))
	in.Entity = map[string]string{}
	elements, depth := 0, 0
	styled, style := 0, "" // how deep a <style> is, and its text so far: browsers join what comments split
	for {
		line, _ = in.InputPos()
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return faultyXML(err, line)
		}
		switch t := token.(type) {
		case xml.Directive:
			return line, errors.New("a picture may not declare a document type or entities")
		case xml.ProcInst:
			if t.Target != "xml" {
				return line, fmt.Errorf("a picture may not contain <?%s", t.Target)
			}
		case xml.StartElement:
			line, _ = in.InputPos()
			elements, depth = elements+1, depth+1
			if err := checkElement(t, elements == 1); err != nil {
				return line, err
			}
			if elements > maxElements || depth > maxNested {
				return line, fmt.Errorf("a picture may have at most %d elements, nested at most %d deep", maxElements, maxNested)
			}
			if t.Name.Local == "style" && styled == 0 {
				styled, style = depth, ""
			}
		case xml.EndElement:
			if depth--; depth < styled {
				styled = 0
			}
		case xml.CharData:
			if styled == 0 {
				continue
			}
			if style += string(t); refersOutside(style) {
				return line, errors.New("the style of a picture may not load anything")
			}
		}
	}
	if elements == 0 {
		return 0, errors.New("the file is not an SVG picture")
	}
	return 0, nil
}

func faultyXML(err error, line int) (int, error) {
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		return syntax.Line, fmt.Errorf("the SVG is not well-formed: %s", syntax.Msg)
	}
	return line, errors.New("the SVG is not well-formed")
}

func checkElement(e xml.StartElement, first bool) error {
	name := e.Name.Local
	foreign := e.Name.Space != svgSpace && e.Name.Space != ""
	switch {
	case first && (name != "svg" || foreign):
		return errors.New("the file is not an SVG picture: its first element must be <svg>")
	case foreign:
		return fmt.Errorf("a picture may only contain elements of SVG, not <%s>", name)
	case !slices.Contains(allowedElements, name):
		return fmt.Errorf("a picture may not contain <%s>", name)
	}
	sized := false
	for _, a := range e.Attr {
		switch attribute := strings.ToLower(a.Name.Local); {
		case strings.HasPrefix(attribute, "on"):
			return fmt.Errorf("a picture may not contain the attribute %s", a.Name.Local)
		case attribute == "href" && !strings.HasPrefix(strings.TrimSpace(a.Value), "#"):
			return errors.New("a picture may only refer to parts of itself, such as #shape")
		case refersOutside(a.Value) && a.Name.Space != "xmlns" && attribute != "xmlns":
			return fmt.Errorf("the attribute %s of a picture may not load anything", a.Name.Local)
		case attribute == "viewbox":
			sized = true
		}
	}
	if first && !sized {
		return errors.New("the picture has no viewBox, so it cannot be scaled")
	}
	return nil
}

// referringWords are the words of styles and attributes that refer to something else.
// A backslash could hide any of them.
var referringWords = []string{"@import", "image-set(", "src(", "javascript:", `\`}

// refersOutside reports whether a style or an attribute refers to anything but
// a part of the picture.
func refersOutside(text string) bool {
	text = strings.ToLower(text)
	for rest := text; ; {
		_, after, ok := strings.Cut(rest, "url(")
		if !ok {
			break
		}
		if !strings.HasPrefix(strings.TrimLeft(after, ` "'`), "#") {
			return true
		}
		rest = after
	}
	return slices.ContainsFunc(referringWords, func(word string) bool { return strings.Contains(text, word) })
}
