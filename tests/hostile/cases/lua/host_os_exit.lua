-- expect: script/unknown-global
-- What only the host may do: os exit.
return {
  do_go = function(self)
    os.exit(0)
  end,
}
