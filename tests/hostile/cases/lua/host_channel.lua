-- expect: script/unknown-global
-- What only the host may do: channel.
return {
  do_go = function(self)
    channel.make()
  end,
}
