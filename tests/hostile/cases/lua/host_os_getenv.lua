-- expect: script/unknown-global
-- A function that only a host may call: os.getenv.
return {
  do_go = function(self)
    return os.getenv("HOME")
  end,
}
