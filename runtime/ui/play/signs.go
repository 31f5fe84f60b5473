package play

import (
	"strings"

	"charm.land/lipgloss/v2"
)

// signs are the symbols drawn instead of words.
type signs struct {
	full, empty       string // of dots
	filled, missing   string // of bars
	hitPoints, hidden string
	prompt, more      string
	unavailable       string // before unavailable spots
	focused           string // before the spot that Enter activates
	close             string // after a key
	cardBack          string // the back of a card
	rule              string // between columns
	dot               string // between entities on one line
	times             string // before a number of equal entities
	box, heavy        box    // borders; the heavy one marks the focus
	paths             paths  // lines between the places of a map
	// shapes appear beside colours, so that nobody has to distinguish colours.
	shapes map[string]string
}

// box holds the characters of a border.
type box struct{ line, side, topLeft, topRight, bottomLeft, bottomRight string }

// paths are the lines between the places of a map: on the level, down, up, and down and up at once.
type paths struct{ level, down, up, both rune }

var unicodeSigns = signs{
	full: "●", empty: "○", filled: "█", missing: "░", hitPoints: "♥ ", hidden: "▒▒", prompt: "› ", more: "…", unavailable: "×", focused: "▸", close: ")", cardBack: "▒", rule: " │ ", dot: " · ", times: "×",
	box: box{"─", "│", "╭", "╮", "╰", "╯"}, heavy: box{"━", "┃", "┏", "┓", "┗", "┛"}, paths: paths{'─', '╲', '╱', '╳'},
	shapes: map[string]string{"red": "▲", "blue": "●", "green": "■", "yellow": "◆", "gold": "◆", "white": "○", "black": "⬢", "purple": "★", "orange": "▼", "grey": "□", "gray": "□", "brown": "▬", "pink": "♦", "cyan": "✚"},
}

var asciiSigns = signs{
	full: "*", empty: ".", filled: "#", missing: "-", hitPoints: "hp ", hidden: "??", prompt: "> ", more: "...", unavailable: "-", focused: ">", close: ")", cardBack: "%", rule: " | ", dot: "; ", times: "x",
	box: box{"-", "|", "+", "+", "+", "+"}, heavy: box{"=", "#", "#", "#", "#", "#"}, paths: paths{'-', '\\', '/', 'X'},
	shapes: map[string]string{"red": "^", "blue": "o", "green": "#", "yellow": "<>", "gold": "<>", "white": ".", "black": "@", "purple": "*", "orange": "v", "grey": "%", "gray": "%", "brown": "=", "pink": "<3", "cyan": "+"},
}

// asciiTexts replaces the most common signs in texts of games and of the engine
// by ASCII signs of the same width.
var asciiTexts = strings.NewReplacer("→", ">", "←", "<", "↑", "^", "↓", "v", "−", "-", "–", "-", "×", "x", "○", "o", "◆", "*", "…", ".", "·", ";", "“", `"`, "”", `"`, "„", `"`, "’", "'")

// terminalColors are the colours of a terminal by their names.
var terminalColors = map[string]ink{
	"red": color("9"), "blue": color("12"), "green": color("10"), "yellow": color("11"), "gold": color("11"), "white": color("15"), "black": color("8"),
	"purple": color("13"), "orange": color("208"), "grey": color("7"), "gray": color("7"), "brown": color("130"), "pink": color("205"), "cyan": color("14"),
}

func color(code string) ink { return newInk(lipgloss.NewStyle().Foreground(lipgloss.Color(code))) }

// The styles of text. None conveys its meaning by colour alone.
var (
	loud    = newInk(lipgloss.NewStyle().Bold(true))
	faint   = newInk(lipgloss.NewStyle().Faint(true))
	chosen  = newInk(lipgloss.NewStyle().Reverse(true).Bold(true))
	keyed   = newInk(lipgloss.NewStyle().Foreground(lipgloss.Color("14")).Bold(true))
	alarm   = newInk(lipgloss.NewStyle().Foreground(lipgloss.Color("9")).Bold(true))
	heading = lipgloss.NewStyle().Underline(true)
)

// ink is a style that puts the same escape codes around every line. Applying the
// style itself takes a third of the time of drawing a page.
type ink struct {
	style         lipgloss.Style
	before, after string
}

func newInk(style lipgloss.Style) ink {
	before, after, _ := strings.Cut(style.Render("|"), "|")
	return ink{style, before, after}
}

// Render draws a text as the style does, which replaces tabs and pads lines.
func (i ink) Render(text string) string {
	if text == "" || strings.ContainsAny(text, "\t\r\n") {
		return i.style.Render(text)
	}
	return i.before + text + i.after
}

// tinted draws a text in a colour that content names, if terminals have it.
func tinted(text, color string) string {
	if k, ok := terminalColors[color]; ok {
		return k.Render(text)
	}
	return text
}
