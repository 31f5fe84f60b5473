-- expect: script/unknown-global
-- What only the host may do: package.
return {
  do_go = function(self)
    package.loaded.os = nil
  end,
}
