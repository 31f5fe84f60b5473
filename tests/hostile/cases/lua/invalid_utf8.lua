-- expect: script/runtime
-- Bytes that are no text, put together and shown.
return {
  do_go = function(self)
    say("\255\254 " .. "\128")
  end,
}
