package docs

import (
	"path/filepath"
	"testing"
)

// TestTheGuideIsTrue follows the guide step by step.
func TestTheGuideIsTrue(t *testing.T) { follow(t, filepath.Join(root, "docs", "guide.md")) }

// TestTheTutorialIsTrue makes the game of the tutorial, from an empty folder.
func TestTheTutorialIsTrue(t *testing.T) {
	followIn(t, filepath.Join(root, "docs", "tutorial.md"), emptyWorkspace(t))
}

// TestTheTranscriptIsTrue repeats the recorded edit of a running game.
func TestTheTranscriptIsTrue(t *testing.T) { follow(t, filepath.Join(root, "docs", "transcript.md")) }

// TestThePageOnCheckingIsTrue follows the page on validate.
func TestThePageOnCheckingIsTrue(t *testing.T) { follow(t, filepath.Join(root, "docs", "validate.md")) }

// TestThePageOnPacksIsTrue makes the pack of the page.
func TestThePageOnPacksIsTrue(t *testing.T) {
	followIn(t, filepath.Join(root, "docs", "packs.md"), emptyWorkspace(t))
}

// TestTheReadmeIsTrue runs the commands of the README.
func TestTheReadmeIsTrue(t *testing.T) { follow(t, filepath.Join(root, "README.md")) }

// TestThePageOnForwardIsTrue follows the page on balancing Forward.
func TestThePageOnForwardIsTrue(t *testing.T) {
	follow(t, filepath.Join(root, "docs", "forward.md"))
}

func TestThePageOnTheLabIsTrue(t *testing.T) { follow(t, filepath.Join(root, "docs", "lab.md")) }

// TestThePageOnLanguagesIsTrue translates the game of the page.
func TestThePageOnLanguagesIsTrue(t *testing.T) {
	followIn(t, filepath.Join(root, "docs", "locales.md"), emptyWorkspace(t))
}

// TestThePageOnEffectsIsTrue makes the cards of the page and runs their tests.
func TestThePageOnEffectsIsTrue(t *testing.T) {
	followIn(t, filepath.Join(root, "docs", "effects.md"), emptyWorkspace(t))
}

// TestThePageOnTextsIsTrue makes the cards of the page.
func TestThePageOnTextsIsTrue(t *testing.T) {
	followIn(t, filepath.Join(root, "docs", "texts.md"), emptyWorkspace(t))
}

// TestThePageOnDebuggingIsTrue checks the session in docs/debugging.md.
func TestThePageOnDebuggingIsTrue(t *testing.T) {
	follow(t, filepath.Join(root, "docs", "debugging.md"))
}
