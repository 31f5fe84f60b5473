// Package games_test plays the shipped games.
package games_test

import (
	"testing"

	"sleight/runtime/check/contenttest"
	"sleight/tests/shipped"
)

func TestEveryShippedContentTestPasses(t *testing.T) {
	results := contenttest.Run(t.Context(), shipped.Content(t), contenttest.Options{})
	if len(results) < 100 {
		t.Errorf("only %d tests stand beside the shipped content", len(results))
	}
	for _, r := range results {
		t.Run(r.Definition.Key()+"/"+r.Name, func(t *testing.T) {
			if r.Problem != nil {
				t.Error(r.Problem)
			}
		})
	}
}
