-- What a shared observation said before it was edited here: a colleague may forget it in those words.
alter table team_items add column before_edit text;      -- JSON; null: not edited here, or gone
