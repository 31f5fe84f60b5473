package cli

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"sleight/runtime/sim/experiment"
)

func newSimMerge() *cobra.Command {
	o := &output{}
	c := &cobra.Command{
		Use:   "merge PART...",
		Short: "Merge the parts of a run",
		Long: `Merge the parts of a run that sleight sim --shard wrote. Counts are exact: however
a run was split, its parts give exactly the report that one machine would have
given. Parts of other runs, and games that are in two parts, are rejected.`,
		Example: `  sleight sim forward --shard 1/2 --out one.json
  sleight sim forward --shard 2/2 --out two.json
  sleight sim merge one.json two.json`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.check(); err != nil {
				return err
			}
			if len(args) == 0 {
				return argumentCountError(c, args)
			}
			whole, err := mergeParts(args)
			if err != nil {
				return err
			}
			return o.write(c, whole.Question.Answer(whole.Result))
		},
	}
	o.flags(c.Flags())
	return c
}

func mergeParts(names []string) (*experiment.Part, error) {
	var whole *experiment.Part
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("merge: %w", err)
		}
		part, err := experiment.ReadPart(name, data)
		if err != nil {
			return nil, err
		}
		if whole == nil {
			whole = part
			continue
		}
		if err := whole.Merge(name, part); err != nil {
			return nil, err
		}
	}
	return whole, nil
}
