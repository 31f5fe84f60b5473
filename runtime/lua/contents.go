package lua

// Standard lists Lua's standard library: what scripts have of it, what they do
// not have, and what they have besides.
func Standard() []Entry { return standard }
