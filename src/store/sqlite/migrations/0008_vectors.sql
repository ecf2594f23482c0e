-- Vectors: what an embeddings model made of a memory's text. Optional: the tables stay empty unless a model is set.
create table vector_models (
  id integer primary key,
  name text not null unique,
  dimensions integer not null,
  created_at integer not null
) strict;

create table vectors (
  id integer primary key,
  model_id integer not null references vector_models(id) on delete cascade,
  kind text not null,                   -- observation, summary
  memory_id integer not null,
  project_id integer not null,          -- the memory's
  signs text,                           -- the memory's ID, then the sign of each dimension: six bits per character
  vector blob,                          -- one signed byte per dimension; null: the endpoint refused the text
  created_at integer not null,
  unique (kind, memory_id, model_id)
) strict;
-- Covers the first look, so that the vectors themselves are read for the nearest only.
create index vectors_signs on vectors (model_id, kind, project_id, memory_id, signs) where signs is not null;
create index vectors_refused on vectors (model_id) where vector is null;

-- A memory that is deleted, hidden, superseded or changed has no vector until another one is made.
create trigger observations_vector_delete after delete on observations begin
  delete from vectors where kind = 'observation' and memory_id = old.id;
end;
create trigger observations_vector_stale after update of title, subtitle, narrative, facts, hidden_until, superseded_by on observations
  when old.title is not new.title or old.subtitle is not new.subtitle or old.narrative is not new.narrative or old.facts is not new.facts
    or new.hidden_until is not null or new.superseded_by is not null
begin
  delete from vectors where kind = 'observation' and memory_id = old.id;
end;
create trigger observations_vector_move after update of project_id on observations begin
  update vectors set project_id = new.project_id where kind = 'observation' and memory_id = new.id;
end;
create trigger summaries_vector_delete after delete on summaries begin
  delete from vectors where kind = 'summary' and memory_id = old.id;
end;
create trigger summaries_vector_stale after update of title, request, investigated, learned, completed, next_steps, notes, hidden_until on summaries
  when old.title is not new.title or old.request is not new.request or old.investigated is not new.investigated
    or old.learned is not new.learned or old.completed is not new.completed or old.next_steps is not new.next_steps
    or old.notes is not new.notes or new.hidden_until is not null
begin
  delete from vectors where kind = 'summary' and memory_id = old.id;
end;
create trigger summaries_vector_move after update of project_id on summaries begin
  update vectors set project_id = new.project_id where kind = 'summary' and memory_id = new.id;
end;
