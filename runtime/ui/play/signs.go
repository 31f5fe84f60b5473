package play

import (
	"strings"

	"charm.land/lipgloss/v2"
)

// signs are the symbols drawn instead of words.
type signs struct {
	full, empty     string // of dots
	filled, missing string // of bars
	life, hidden    string
	prompt, more    string
	barred          string // before unavailable spots
	focused         string // before the spot that Enter activates
	close           string // after a key
	weave           string // the back of a card
	rule            string // between columns
	dot             string // between things on one line
	times           string // before a number of equal things
	box, heavy      box    // borders; the heavy one marks the focus
	ways            ways   // lines between the places of a map
	// shapes appear beside colors, so that nobody has to distinguish colors.
	shapes map[string]string
}

// box holds the characters of a border.
type box struct{ line, side, topLeft, topRight, bottomLeft, bottomRight string }

// ways are the lines of a map: on the level, down, up, and down and up at once.
type ways struct{ level, down, up, both rune }

var unicodeSigns = signs{
	full: "●", empty: "○", filled: "█", missing: "░", life: "♥ ", hidden: "▒▒", prompt: "› ", more: "…", barred: "×", focused: "▸", close: ")", weave: "▒", rule: " │ ", dot: " · ", times: "×",
	box: box{"─", "│", "╭", "╮", "╰", "╯"}, heavy: box{"━", "┃", "┏", "┓", "┗", "┛"}, ways: ways{'─', '╲', '╱', '╳'},
	shapes: map[string]string{"red": "▲", "blue": "●", "green": "■", "yellow": "◆", "gold": "◆", "white": "○", "black": "⬢", "purple": "★", "orange": "▼", "grey": "□", "gray": "□", "brown": "▬", "pink": "♦", "cyan": "✚"},
}

var asciiSigns = signs{
	full: "*", empty: ".", filled: "#", missing: "-", life: "hp ", hidden: "??", prompt: "> ", more: "...", barred: "-", focused: ">", close: ")", weave: "%", rule: " | ", dot: "; ", times: "x",
	box: box{"-", "|", "+", "+", "+", "+"}, heavy: box{"=", "#", "#", "#", "#", "#"}, ways: ways{'-', '\\', '/', 'X'},
	shapes: map[string]string{"red": "^", "blue": "o", "green": "#", "yellow": "<>", "gold": "<>", "white": ".", "black": "@", "purple": "*", "orange": "v", "grey": "%", "gray": "%", "brown": "=", "pink": "<3", "cyan": "+"},
}

// asciiTexts replaces the most common signs in texts of games and of the engine
// by ASCII signs of the same width.
var asciiTexts = strings.NewReplacer("→", ">", "←", "<", "↑", "^", "↓", "v", "−", "-", "–", "-", "×", "x", "○", "o", "◆", "*", "…", ".", "·", ";", "“", `"`, "”", `"`, "„", `"`, "’", "'")

// terminalColors are the colors of a terminal by their names.
var terminalColors = map[string]string{
	"red": "9", "blue": "12", "green": "10", "yellow": "11", "gold": "11", "white": "15", "black": "8",
	"purple": "13", "orange": "208", "grey": "7", "gray": "7", "brown": "130", "pink": "205", "cyan": "14",
}

// The styles of text. None conveys its meaning by color alone.
var (
	loud    = lipgloss.NewStyle().Bold(true)
	faint   = lipgloss.NewStyle().Faint(true)
	chosen  = lipgloss.NewStyle().Reverse(true).Bold(true)
	keyed   = lipgloss.NewStyle().Foreground(lipgloss.Color("14")).Bold(true)
	alarm   = lipgloss.NewStyle().Foreground(lipgloss.Color("9")).Bold(true)
	heading = lipgloss.NewStyle().Underline(true)
)

// tinted draws a text in a color that content names, if terminals have it.
func tinted(text, color string) string {
	if code, ok := terminalColors[color]; ok {
		return lipgloss.NewStyle().Foreground(lipgloss.Color(code)).Render(text)
	}
	return text
}
