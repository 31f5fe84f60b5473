-- <<.Name>>: reacts to events, and changes values, while it is in play.
--
-- Every game has the events on_entered(self, phase) and on_used(self, item).
<<- if .Events>> This one also has
<<- range .Events>>
--   <<.>>
<<- end>>
<<- end>>
<<- if .Values>>
-- These values can be changed by returning another one:
<<- range .Values>>
--   <<.>>
<<- end>>
<<- end>>
return {
  on_entered = function(self)
    say(self.name .. " reacts.")
  end,
}
