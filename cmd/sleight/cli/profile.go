package cli

import (
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
func (w *workspace) openProfile(c *rules.Content, game string, o *sleight.SessionOptions) error {
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
	return nil
}
