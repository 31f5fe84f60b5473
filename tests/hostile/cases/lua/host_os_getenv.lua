-- expect: script/unknown-global
-- What only the host may do: os getenv.
return {
  do_go = function(self)
    return os.getenv("HOME")
  end,
}
