package formats_test

import (
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
)

// node is an element of any XML document.
type node struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Children []node     `xml:",any"`
	Text     string     `xml:",chardata"`
}

func (n *node) attr(name, other string) string {
	for _, a := range n.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return other
}

func (n *node) child(name string) *node {
	for i := range n.Children {
		if n.Children[i].XMLName.Local == name {
			return &n.Children[i]
		}
	}
	return nil
}

// xsd is a simple XML schema: global elements, each a text or a sequence of
// references to others, with text attributes.
type xsd struct {
	elements map[string]*node
}

func newXSD(text []byte) (*xsd, error) {
	var schema node
	if err := xml.Unmarshal(text, &schema); err != nil {
		return nil, err
	}
	x := &xsd{elements: map[string]*node{}}
	for i := range schema.Children {
		e := &schema.Children[i]
		if e.XMLName.Local != "element" {
			return nil, fmt.Errorf("the schema uses xs:%s, which is not understood", e.XMLName.Local)
		}
		x.elements[e.attr("name", "")] = e
	}
	return x, nil
}

// validate returns the first error in a document.
func (x *xsd) validate(text []byte) error {
	var root node
	if err := xml.Unmarshal(text, &root); err != nil {
		return err
	}
	return x.element(&root)
}

func (x *xsd) element(n *node) error {
	name := n.XMLName.Local
	rule := x.elements[name]
	if rule == nil {
		return fmt.Errorf("no element <%s>", name)
	}
	kind := rule.child("complexType")
	if kind == nil { // a text
		if len(n.Attrs)+len(n.Children) > 0 {
			return fmt.Errorf("<%s> holds more than text", name)
		}
		return nil
	}
	if kind.attr("mixed", "") != "true" && strings.TrimSpace(n.Text) != "" {
		return fmt.Errorf("<%s> holds text", name)
	}
	if err := attributes(n, kind); err != nil {
		return err
	}
	return x.sequence(n, kind.child("sequence"))
}

func attributes(n, kind *node) error {
	known := map[string]bool{}
	for _, a := range kind.Children {
		if a.XMLName.Local != "attribute" {
			continue
		}
		known[a.attr("name", "")] = true
		if a.attr("use", "") == "required" && n.attr(a.attr("name", ""), "\x00") == "\x00" {
			return fmt.Errorf("<%s> lacks the attribute %s", n.XMLName.Local, a.attr("name", ""))
		}
	}
	for _, a := range n.Attrs {
		if !known[a.Name.Local] {
			return fmt.Errorf("<%s> has no attribute %s", n.XMLName.Local, a.Name.Local)
		}
	}
	return nil
}

func (x *xsd) sequence(n, rule *node) error {
	next := 0
	for _, part := range ruleParts(rule) {
		name := part.attr("ref", "")
		least, _ := strconv.Atoi(part.attr("minOccurs", "1"))
		most, err := strconv.Atoi(part.attr("maxOccurs", "1"))
		if err != nil { // unbounded
			most = len(n.Children)
		}
		count := 0
		for ; next < len(n.Children) && n.Children[next].XMLName.Local == name && count < most; next++ {
			count++
			if err := x.element(&n.Children[next]); err != nil {
				return err
			}
		}
		if count < least {
			return fmt.Errorf("<%s> lacks <%s>", n.XMLName.Local, name)
		}
	}
	if next < len(n.Children) {
		return fmt.Errorf("<%s> may not stand here in <%s>", n.Children[next].XMLName.Local, n.XMLName.Local)
	}
	return nil
}

func ruleParts(rule *node) []node {
	if rule == nil {
		return nil
	}
	return rule.Children
}
