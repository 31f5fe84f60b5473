package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"sleight/runtime/game/rules"
	"sleight/runtime/game/save"
	"sleight/runtime/sleight"
)

// noProfile is the name of the file of a profile that is not kept.
const noProfile = "none"

func profileFlag(c *cobra.Command, w *workspace) {
	c.Flags().StringVar(&w.profile, "profile", "", "the `FILE` for what lasts between games, or none to keep nothing (default GAME.profile.json, if the game has a profile)")
}

// openProfile opens the profile of a game that has one, and starts the game with it.
// It prints a warning for each value that does not fit the game's declaration.
func (w *workspace) openProfile(warnings io.Writer, c *rules.Content, game string, o *sleight.SessionOptions) error {
	g, ok := c.Game(game)
	if !ok || len(g.ProfileNames()) == 0 || w.profile == noProfile {
		return nil
	}
	file := w.profile
	if file == "" {
		file = game + ".profile.json"
	}
	opened, problem := save.OpenProfile(file)
	if problem != nil {
		return problem
	}
	w.profileFile, o.Profile = opened, opened.Values()
	_, others := g.Usable(o.Profile)
	for _, name := range others {
		if slices.Contains(g.ProfileNames(), name) {
			value, err := json.Marshal(o.Profile[name])
			if err != nil {
				return err
			}
			fmt.Fprintf(warnings, "warning: %s: the value of %s, %s, does not fit its declaration; the game begins with the start value and will overwrite this one\n", file, name, value)
		}
	}
	return nil
}
