package lua

// Standard lists Lua's standard library: what scripts have of it, what they
// lack, and what is added.
func Standard() []Entry { return standard }
