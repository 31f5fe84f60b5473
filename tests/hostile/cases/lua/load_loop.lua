-- expect: script/load
-- An endless loop while the script is loaded, before any hook.
while true do
end
return { do_go = function() end }
