-- The host's own memory files, indexed so that they can be searched. The files themselves belong to the host.

-- The files as they were last read.
create table host_memory_files (
  path text primary key,
  host text not null,
  project_id integer not null references projects(id),
  size integer not null,
  modified_at real not null,            -- as the file system says, with fractions of a millisecond
  digest text not null                  -- of the content as read
) strict, without rowid;
create index host_memory_files_by_project on host_memory_files (project_id);

-- The parts of the files: a section, or one item of a list.
create table host_memories (
  id integer primary key,
  path text not null references host_memory_files(path) on delete cascade,
  host text not null,
  project_id integer not null references projects(id),
  file text not null,                   -- the file's name within the host's memory folder
  position integer not null,            -- within the file
  type text,                            -- as the host names it: user, feedback, project, reference
  heading text,                         -- the headings above it
  text text not null,
  search_extra text,
  tokens integer not null,
  hidden_until integer,                 -- about to be forgotten, and can still be brought back
  created_at integer not null,          -- when the file was last changed before this part was read
  scope text generated always as ('cmem0p' || project_id) virtual
) strict;
create index host_memories_by_path on host_memories (path, position);
create index host_memories_by_project on host_memories (project_id, created_at);

create virtual table host_memories_fts using fts5(
  file, type, heading, text, search_extra, scope,
  content = 'host_memories', content_rowid = 'id', tokenize = 'porter unicode61 remove_diacritics 2'
);
create trigger host_memories_fts_insert after insert on host_memories begin
  insert into host_memories_fts (rowid, file, type, heading, text, search_extra, scope)
  values (new.id, new.file, new.type, new.heading, new.text, new.search_extra, new.scope);
end;
create trigger host_memories_fts_delete after delete on host_memories begin
  insert into host_memories_fts (host_memories_fts, rowid, file, type, heading, text, search_extra, scope)
  values ('delete', old.id, old.file, old.type, old.heading, old.text, old.search_extra, old.scope);
end;
create trigger host_memories_fts_update after update of file, type, heading, text, search_extra, project_id on host_memories begin
  insert into host_memories_fts (host_memories_fts, rowid, file, type, heading, text, search_extra, scope)
  values ('delete', old.id, old.file, old.type, old.heading, old.text, old.search_extra, old.scope);
  insert into host_memories_fts (rowid, file, type, heading, text, search_extra, scope)
  values (new.id, new.file, new.type, new.heading, new.text, new.search_extra, new.scope);
end;
insert into host_memories_fts (host_memories_fts, rank) values ('secure-delete', 1);
