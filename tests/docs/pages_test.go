package docs

import (
	"path/filepath"
	"testing"
)

// TestGuideExamples follows the guide step by step.
func TestGuideExamples(t *testing.T) { follow(t, filepath.Join(root, "docs", "guide.md")) }

// TestTutorialExamples makes the game of the tutorial, from an empty folder.
func TestTutorialExamples(t *testing.T) {
	followIn(t, filepath.Join(root, "docs", "tutorial.md"), emptyWorkspace(t))
}

// TestTranscriptExamples repeats the recorded edit of a running game.
func TestTranscriptExamples(t *testing.T) { follow(t, filepath.Join(root, "docs", "transcript.md")) }

// TestValidatePageExamples follows the page on validate.
func TestValidatePageExamples(t *testing.T) { follow(t, filepath.Join(root, "docs", "validate.md")) }

// TestPacksPageExamples makes the pack of the page.
func TestPacksPageExamples(t *testing.T) {
	followIn(t, filepath.Join(root, "docs", "packs.md"), emptyWorkspace(t))
}

// TestReadmeExamples runs the commands of the README.
func TestReadmeExamples(t *testing.T) { follow(t, filepath.Join(root, "README.md")) }

// TestForwardPageExamples follows the page on balancing Forward.
func TestForwardPageExamples(t *testing.T) {
	follow(t, filepath.Join(root, "docs", "forward.md"))
}

func TestLabPageExamples(t *testing.T) { follow(t, filepath.Join(root, "docs", "lab.md")) }

// TestLocalesPageExamples translates the game of the page.
func TestLocalesPageExamples(t *testing.T) {
	followIn(t, filepath.Join(root, "docs", "locales.md"), emptyWorkspace(t))
}

// TestEffectsPageExamples makes the cards of the page and runs their tests.
func TestEffectsPageExamples(t *testing.T) {
	followIn(t, filepath.Join(root, "docs", "effects.md"), emptyWorkspace(t))
}

// TestTextsPageExamples makes the cards of the page.
func TestTextsPageExamples(t *testing.T) {
	followIn(t, filepath.Join(root, "docs", "texts.md"), emptyWorkspace(t))
}

// TestDebuggingPageExamples checks the session in docs/debugging.md.
func TestDebuggingPageExamples(t *testing.T) {
	follow(t, filepath.Join(root, "docs", "debugging.md"))
}
