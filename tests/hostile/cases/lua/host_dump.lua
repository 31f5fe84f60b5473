-- expect: script/unknown-global
-- The bytecode of a function.
return {
  do_go = function(self)
    return string.dump(function() end)
  end,
}
