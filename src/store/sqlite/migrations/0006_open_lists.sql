-- Which types of observations and which kinds of events there are, is said by the code alone (one table each): a new one
-- needs no change here. Removing a check changes nothing that is stored, so the definition is edited in place, as
-- SQLite's documentation describes; copying a table of a million rows would keep a user waiting for minutes.
pragma writable_schema = on;
update sqlite_schema set sql = replace(sql,
  ' check (type in (''decision'', ''bugfix'', ''feature'', ''refactor'', ''discovery'', ''change''))', '')
  where type = 'table' and name = 'observations';
update sqlite_schema set sql = replace(sql, ' check (kind in (''session_start'', ''prompt'', ''tool'', ''tool_failure'', ''message'', ''stop'',
    ''subagent_stop'', ''pre_compact'', ''session_end''))', '')
  where type = 'table' and name = 'events';
pragma writable_schema = reset;
-- Other connections read the definitions again only if a statement changes the schema.
create table schema_edited (x);
drop table schema_edited;
