//go:build unix

package terminal

import "testing"

const denInGerman = `kind: locale
id: de
texts:
  game/den:
    name: {from: The Den, to: Räuberhöhle}
    actions.roll.name: {from: Roll, to: Würfeln}
`

// TestTheTerminalUsesItsLanguage checks that a terminal uses the system's
// language, that a saved locale is reloaded during play, and that --lang
// overrides both.
func TestTheTerminalUsesItsLanguage(t *testing.T) {
	t.Setenv(system, "de_DE.UTF-8")
	dir := t.TempDir()
	write(t, dir+"/content/den/den.yaml", den)
	write(t, dir+"/content/den/trick.yaml", trick)
	write(t, dir+"/content/den/locales/de.yaml", denInGerman)
	m := open(t, dir, 80, 24, "play", "den", "--seed", "3")
	m.sees("Räuberhöhle", "a) Würfeln", "Pfeile: bewegen")
	m.save("content/den/locales/de.yaml", denInGerman+"    variables.gold.name: {from: Gold, to: Münzen}\n")
	m.sees("Münzen", "Die Inhalte sind neu.")
	m.types("qq")
	m.leaves(0)
	m = open(t, dir, 80, 24, "play", "den", "--seed", "3", "--lang", "en")
	m.sees("The Den", "a) Roll", "arrows: move")
	m.types("qq")
	m.leaves(0)
	m = open(t, dir, 80, 24, "repl", "den", "--seed", "3")
	m.sees("Räuberhöhle", "Münzen")
	m.says("quit")
	m.leaves(0)
}
