-- expect: script/unknown-global
-- A library that only a host may use: package.
return {
  do_go = function(self)
    package.loaded.os = nil
  end,
}
