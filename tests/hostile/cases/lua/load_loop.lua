-- expect: script/load
-- A loop while the script is loaded, before any hook.
while true do
end
return { do_go = function() end }
