-- <<.Name>>: what it hears and what it changes while it is in play.
--
-- Every game tells of on_entered(self, phase) and on_used(self, item).
<<- if .Events>> This one also of
<<- range .Events>>
--   <<.>>
<<- end>>
<<- end>>
<<- if .Values>>
-- These values can be changed, by returning another:
<<- range .Values>>
--   <<.>>
<<- end>>
<<- end>>
return {
  on_entered = function(self)
    say(self.name .. " has heard it.")
  end,
}
