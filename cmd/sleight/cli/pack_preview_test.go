package cli

import (
	"encoding/json"
	"testing"

	"sleight/schemas"
)

// TestEveryCapabilityIsExplained checks that what a pack may ask for is explained before
// it is installed.
func TestEveryCapabilityIsExplained(t *testing.T) {
	text, err := schemas.Files.ReadFile("pack.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Properties struct {
			Capabilities struct {
				Items struct{ Enum []string }
			}
		}
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	all := schema.Properties.Capabilities.Items.Enum
	for _, name := range all {
		if granted[name] == "" {
			t.Errorf("%s is not explained", name)
		}
	}
	if len(all) != len(granted) {
		t.Errorf("the schema has %q, explained are %q", all, granted)
	}
}
