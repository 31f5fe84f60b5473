package render

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// The elements of JUnit XML, in the form that both Ant and Jenkins accept.
type junitSuites struct {
	XMLName xml.Name     `xml:"testsuites"`
	Suites  []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name       string          `xml:"name,attr"`
	Package    string          `xml:"package,attr"`
	ID         int             `xml:"id,attr"`
	Timestamp  string          `xml:"timestamp,attr"`
	Hostname   string          `xml:"hostname,attr"`
	Tests      int             `xml:"tests,attr"`
	Failures   int             `xml:"failures,attr"`
	Errors     int             `xml:"errors,attr"`
	Time       string          `xml:"time,attr"`
	Properties []junitProperty `xml:"properties>property"`
	Cases      []junitCase     `xml:"testcase"`
	Out        string          `xml:"system-out"`
	Err        string          `xml:"system-err"`
}

type junitProperty struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type junitCase struct {
	Name      string        `xml:"name,attr"`
	Classname string        `xml:"classname,attr"`
	Time      string        `xml:"time,attr"`
	Failure   *junitFailure `xml:"failure"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

// writeJUnit writes one suite with a failed case for each problem and a passed
// case for each file without problems.
func writeJUnit(w io.Writer, f *Findings) error {
	suite := junitSuite{
		Name: "sleight validate", Package: "sleight", Hostname: "localhost",
		Timestamp:  f.Began.UTC().Format("2006-01-02T15:04:05"),
		Time:       seconds(f.Took),
		Failures:   len(f.Problems),
		Properties: []junitProperty{{"version", f.Version}},
	}
	faulty := map[string]bool{}
	for _, d := range f.Problems {
		faulty[d.Place.File] = true
	}
	for _, name := range f.Files {
		if !faulty[name] {
			suite.Cases = append(suite.Cases, junitCase{Name: name, Classname: name, Time: seconds(0)})
		}
	}
	for _, d := range f.Problems {
		c := junitCase{Name: d.Code, Classname: "content", Time: seconds(0)}
		c.Failure = &junitFailure{Message: d.Message.String(), Type: d.Severity.String(), Text: fullText(d)}
		if d.Place.File != "" {
			c.Name, c.Classname = fmt.Sprintf("%s at %s", d.Code, d.Place), d.Place.File
			c.Failure.Text = fmt.Sprintf("%s: %s", d.Place, c.Failure.Text)
		}
		suite.Cases = append(suite.Cases, c)
	}
	slices.SortStableFunc(suite.Cases, func(a, b junitCase) int { return strings.Compare(a.Classname, b.Classname) })
	suite.Tests = len(suite.Cases)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(junitSuites{Suites: []junitSuite{suite}}); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// seconds formats a duration as an XML decimal.
func seconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }
