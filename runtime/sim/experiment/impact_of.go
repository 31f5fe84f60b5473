package experiment

import (
	"fmt"

	"sleight/runtime/game/rules"
)

// ImpactOf is Impact for a single definition, by kind/id.
func (q Question) ImpactOf(c *rules.Content, kind, id, bot string) (Question, error) {
	all, err := q.Impact(c, []string{kind}, bot, nil)
	if err != nil {
		return q, err
	}
	one := all
	one.Variants = all.Variants[:1:1]
	for i, v := range all.Variants {
		if v.Without != kind+"/"+id && v.With != kind+"/"+id {
			continue
		}
		if v.Against == i || v.With != "" { // games with it are compared with those without it
			v.Against = 1
		}
		one.Variants = append(one.Variants, v)
	}
	if len(one.Variants) == 1 {
		return q, fmt.Errorf("%s/%s cannot be added to a game or removed from it", kind, id)
	}
	return one, nil
}
