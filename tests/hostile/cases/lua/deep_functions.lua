-- expect: script/too-large
-- Deeply nested functions.
return { do_go = <<1500 * "function() return ">>1<<1500 * " end">> }
