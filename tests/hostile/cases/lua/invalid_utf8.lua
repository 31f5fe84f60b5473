-- expect: script/runtime
-- Bytes that are not valid UTF-8, concatenated and shown.
return {
  do_go = function(self)
    say("\255\254 " .. "\128")
  end,
}
