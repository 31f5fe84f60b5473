-- The policy behind the published figures. It never peeks and uses no items.

local policy = require("bots/plans")

return {
  choose = function(self)
    local now = phase()
    if policy.heals_in[now] and vars.hp <= self.heal_at and policy.can_spend_lux() then
      return "heal"
    end
    return policy.plans[now]()
  end,
}
