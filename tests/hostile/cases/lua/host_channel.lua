-- expect: script/unknown-global
-- A function that only a host may call: channel.
return {
  do_go = function(self)
    channel.make()
  end,
}
