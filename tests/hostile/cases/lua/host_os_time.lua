-- expect: script/unknown-global
-- A function that only a host may call: os.time.
return {
  do_go = function(self)
    return os.time()
  end,
}
