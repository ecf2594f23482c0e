-- Why memories were shown to an agent: the words of the prompt that matched them, or what the agent searched for.
alter table injections add column terms text;
