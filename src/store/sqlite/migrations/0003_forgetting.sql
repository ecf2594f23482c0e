-- What leaves the search index leaves its bytes, too.
insert into observations_fts (observations_fts, rank) values ('secure-delete', 1);
insert into summaries_fts (summaries_fts, rank) values ('secure-delete', 1);
insert into prompts_fts (prompts_fts, rank) values ('secure-delete', 1);

-- Payloads that are still there, the oldest first: their time will be over.
create index events_with_payload on events (stored_at) where payload is not null;
