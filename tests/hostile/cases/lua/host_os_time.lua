-- expect: script/unknown-global
-- What only the host may do: os time.
return {
  do_go = function(self)
    return os.time()
  end,
}
