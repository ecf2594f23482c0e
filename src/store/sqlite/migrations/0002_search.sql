-- Search that knows its project: each index gets a column of scope words, so that FTS5 itself narrows to a project.

alter table prompts add column project_id integer references projects(id);
update prompts set project_id = (select project_id from sessions where sessions.id = prompts.session_id);
create index prompts_by_project on prompts (project_id, created_at);

alter table observations add column scope text generated always as ('cmem0p' || project_id || ' cmem0t' || type) virtual;
alter table summaries add column scope text generated always as ('cmem0p' || project_id) virtual;
alter table prompts add column scope text generated always as ('cmem0p' || coalesce(project_id, 0)) virtual;

drop trigger observations_fts_insert;
drop trigger observations_fts_delete;
drop trigger observations_fts_update;
drop trigger summaries_fts_insert;
drop trigger summaries_fts_delete;
drop trigger summaries_fts_update;
drop trigger prompts_fts_insert;
drop trigger prompts_fts_delete;
drop trigger prompts_fts_update;
drop table observations_fts;
drop table summaries_fts;
drop table prompts_fts;

create virtual table observations_fts using fts5(
  title, subtitle, narrative, facts, concepts, files_read, files_modified, search_extra, scope,
  content = 'observations', content_rowid = 'id', tokenize = 'porter unicode61 remove_diacritics 2'
);
create trigger observations_fts_insert after insert on observations begin
  insert into observations_fts (rowid, title, subtitle, narrative, facts, concepts, files_read, files_modified, search_extra, scope)
  values (new.id, new.title, new.subtitle, new.narrative, new.facts, new.concepts, new.files_read, new.files_modified, new.search_extra, new.scope);
end;
create trigger observations_fts_delete after delete on observations begin
  insert into observations_fts (observations_fts, rowid, title, subtitle, narrative, facts, concepts, files_read, files_modified, search_extra, scope)
  values ('delete', old.id, old.title, old.subtitle, old.narrative, old.facts, old.concepts, old.files_read, old.files_modified, old.search_extra, old.scope);
end;
create trigger observations_fts_update after update of title, subtitle, narrative, facts, concepts, files_read, files_modified, search_extra, project_id, type on observations begin
  insert into observations_fts (observations_fts, rowid, title, subtitle, narrative, facts, concepts, files_read, files_modified, search_extra, scope)
  values ('delete', old.id, old.title, old.subtitle, old.narrative, old.facts, old.concepts, old.files_read, old.files_modified, old.search_extra, old.scope);
  insert into observations_fts (rowid, title, subtitle, narrative, facts, concepts, files_read, files_modified, search_extra, scope)
  values (new.id, new.title, new.subtitle, new.narrative, new.facts, new.concepts, new.files_read, new.files_modified, new.search_extra, new.scope);
end;

create virtual table summaries_fts using fts5(
  request, investigated, learned, completed, next_steps, files_read, files_edited, notes, search_extra, scope,
  content = 'summaries', content_rowid = 'id', tokenize = 'porter unicode61 remove_diacritics 2'
);
create trigger summaries_fts_insert after insert on summaries begin
  insert into summaries_fts (rowid, request, investigated, learned, completed, next_steps, files_read, files_edited, notes, search_extra, scope)
  values (new.id, new.request, new.investigated, new.learned, new.completed, new.next_steps, new.files_read, new.files_edited, new.notes, new.search_extra, new.scope);
end;
create trigger summaries_fts_delete after delete on summaries begin
  insert into summaries_fts (summaries_fts, rowid, request, investigated, learned, completed, next_steps, files_read, files_edited, notes, search_extra, scope)
  values ('delete', old.id, old.request, old.investigated, old.learned, old.completed, old.next_steps, old.files_read, old.files_edited, old.notes, old.search_extra, old.scope);
end;
create trigger summaries_fts_update after update of request, investigated, learned, completed, next_steps, files_read, files_edited, notes, search_extra, project_id on summaries begin
  insert into summaries_fts (summaries_fts, rowid, request, investigated, learned, completed, next_steps, files_read, files_edited, notes, search_extra, scope)
  values ('delete', old.id, old.request, old.investigated, old.learned, old.completed, old.next_steps, old.files_read, old.files_edited, old.notes, old.search_extra, old.scope);
  insert into summaries_fts (rowid, request, investigated, learned, completed, next_steps, files_read, files_edited, notes, search_extra, scope)
  values (new.id, new.request, new.investigated, new.learned, new.completed, new.next_steps, new.files_read, new.files_edited, new.notes, new.search_extra, new.scope);
end;

create virtual table prompts_fts using fts5(
  text, search_extra, scope,
  content = 'prompts', content_rowid = 'id', tokenize = 'porter unicode61 remove_diacritics 2'
);
create trigger prompts_fts_insert after insert on prompts begin
  insert into prompts_fts (rowid, text, search_extra, scope) values (new.id, new.text, new.search_extra, new.scope);
end;
create trigger prompts_fts_delete after delete on prompts begin
  insert into prompts_fts (prompts_fts, rowid, text, search_extra, scope) values ('delete', old.id, old.text, old.search_extra, old.scope);
end;
create trigger prompts_fts_update after update of text, search_extra, project_id on prompts begin
  insert into prompts_fts (prompts_fts, rowid, text, search_extra, scope) values ('delete', old.id, old.text, old.search_extra, old.scope);
  insert into prompts_fts (rowid, text, search_extra, scope) values (new.id, new.text, new.search_extra, new.scope);
end;

-- Deleted words must leave the index's pages too.
insert into observations_fts (observations_fts, rank) values ('secure-delete', 1);
insert into summaries_fts (summaries_fts, rank) values ('secure-delete', 1);
insert into prompts_fts (prompts_fts, rank) values ('secure-delete', 1);

insert into observations_fts (observations_fts) values ('rebuild');
insert into summaries_fts (summaries_fts) values ('rebuild');
insert into prompts_fts (prompts_fts) values ('rebuild');
