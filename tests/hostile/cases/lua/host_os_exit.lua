-- expect: script/unknown-global
-- A function that only a host may call: os.exit.
return {
  do_go = function(self)
    os.exit(0)
  end,
}
