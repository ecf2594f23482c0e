-- The server of a team: tables that only their owner may touch, and functions through which members read and write.
--
-- Three roles, none of which can log in: {owner} owns the tables and most functions, {keys} creates the logins of
-- members, {members} holds what every member may do. Who calls a function is always `session_user`, which neither
-- `set role` nor a security definer changes.
create schema c_mem authorization {owner};
grant usage on schema c_mem to {members};
grant usage, create on schema c_mem to {keys};

set local role {owner};
alter default privileges revoke execute on functions from public;

create table c_mem.team (
  only_row boolean primary key default true check (only_row),
  id text not null,
  name text not null,
  schema integer not null,
  min_client integer not null default 1,  -- older clients must be upgraded
  epoch integer not null default 1,       -- counts restores and failovers: transaction numbers start anew
  cluster text not null,
  created_at timestamptz not null default now()
);

create table c_mem.members (
  id integer generated always as identity primary key,
  -- `me` stands for oneself in filters.
  name text not null unique check (name ~ '^[[:alnum:]][[:alnum:] ._-]{0,39}$' and lower(name) <> 'me'),
  joined_at timestamptz,
  removed_at timestamptz,
  check (name !~ ' $|  ')
);
-- Nobody looks like somebody else.
create unique index members_names on c_mem.members (lower(name));

-- One login per machine: a lost one is removed without changing the others.
create table c_mem.logins (
  role_name name primary key,
  member_id integer not null references c_mem.members(id),
  created_at timestamptz not null default now(),
  joined_at timestamptz,                  -- when its invitation was used
  seen_at timestamptz,
  pushed_at timestamptz
);

create table c_mem.projects (
  id integer generated always as identity primary key,
  identity text not null unique check (length(identity) between 3 and 300),
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null default now()
);

create table c_mem.access (
  member_id integer not null references c_mem.members(id),
  project_id integer references c_mem.projects(id),  -- null: all projects, now and later
  role text not null check (role in ('reader', 'writer', 'owner')),
  unique nulls not distinct (member_id, project_id)
);

create sequence c_mem.versions;

-- The current version of each memory. What was forgotten or withdrawn keeps its row, without any text.
create table c_mem.memories (
  uid uuid primary key,
  project_id integer not null references c_mem.projects(id),
  author_id integer not null references c_mem.members(id),
  editor_id integer not null references c_mem.members(id),  -- who wrote this version
  kind text not null check (kind in ('observation', 'summary', 'session', 'profile')),
  type text check (length(type) <= 40),
  rev bigint not null check (rev >= 0),
  body jsonb check (octet_length(body::text) <= 262144),
  superseded_by uuid,
  superseded_rev bigint not null default 0,
  scrubbed_rev bigint not null default 0,  -- versions up to this one contained something forgotten
  gone text check (gone in ('forgotten', 'withdrawn')),
  happened_at timestamptz not null,
  stored_at timestamptz not null default now(),
  words tsvector,
  epoch integer not null,
  xid xid8 not null,
  seq bigint not null default nextval('c_mem.versions'),
  check ((gone is null) = (body is not null)),
  check (gone is null or words is null)
);
-- Search ranks by the words, and shows few of the texts: these are what is stored apart if a row is long.
alter table c_mem.memories alter column words set storage main;
create index memories_versions on c_mem.memories (project_id, epoch, xid, seq);
create index memories_by_author on c_mem.memories (author_id, project_id);
create index memories_newest on c_mem.memories (project_id, happened_at desc)
  where gone is null and kind in ('observation', 'summary');
create index memories_words on c_mem.memories using gin (words) with (gin_pending_list_limit = 512) where gone is null;

-- Versions that were replaced, and edits that lost against a later one.
create table c_mem.history (
  uid uuid not null references c_mem.memories(uid) on delete cascade,
  rev bigint not null,
  editor_id integer not null references c_mem.members(id),
  digest text not null,
  body jsonb not null,
  at timestamptz not null default now(),
  primary key (uid, rev, editor_id, digest)
);

-- The member who is connected; an error for anybody else. An invitation is good for nothing but joining.
create function c_mem.me(also_invited boolean default false) returns integer
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  known record;
begin
  select l.member_id, m.joined_at into known from c_mem.logins l join c_mem.members m on m.id = l.member_id
  where l.role_name = session_user and m.removed_at is null;
  if known.member_id is null then
    raise exception 'This login is not a member of the team' using errcode = 'CM001';
  end if;
  if known.joined_at is null and not also_invited then
    raise exception 'This invitation has not been used yet' using errcode = 'CM002';
  end if;
  return known.member_id;
end $$;

-- The projects of a member, with the strongest role in each.
create function c_mem.projects_of(member integer) returns table (project_id integer, role text)
language sql stable security definer set search_path = pg_catalog, pg_temp rows 50 as $$
  select p.id, case max(case a.role when 'owner' then 3 when 'writer' then 2 else 1 end)
    when 3 then 'owner' when 2 then 'writer' else 'reader' end
  from c_mem.projects p join c_mem.access a on a.project_id = p.id or a.project_id is null
  where a.member_id = member group by p.id
$$;

create function c_mem.my_projects() returns table (project_id integer, role text)
language sql stable security definer set search_path = pg_catalog, pg_temp rows 50 as $$
  select project_id, role from c_mem.projects_of(c_mem.me())
$$;

create function c_mem.my_role(project integer) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select role from c_mem.my_projects() where project_id = project
$$;

create function c_mem.is_team_owner(member integer) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select 1 from c_mem.access where member_id = member and project_id is null and role = 'owner')
$$;

-- After a restore or a failover, transaction numbers may be lower than those that are stored: a new epoch begins.
create function c_mem.current_epoch() returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  here text := (select system_identifier::text from pg_control_system())
    || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8);
  known c_mem.team;
begin
  select * into known from c_mem.team;
  if known.cluster = here then
    return known.epoch;
  end if;
  update c_mem.team set epoch = epoch + 1, cluster = here where cluster <> here;
  return (select epoch from c_mem.team);
end $$;

-- What a client asks first: versions, time, who it is, and which projects it may use.
create function c_mem.hello() returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  me integer := c_mem.me(also_invited => true);
  this_epoch integer := c_mem.current_epoch();
  answer jsonb;
begin
  -- Every exchange begins here: most of them need not write.
  update c_mem.logins set seen_at = now()
  where role_name = session_user and (seen_at is null or seen_at < now() - interval '1 minute');
  select jsonb_build_object(
    'team', t.name, 'schema', t.schema, 'minClient', t.min_client, 'epoch', this_epoch,
    'now', floor(extract(epoch from clock_timestamp()) * 1000),
    'member', (select name from c_mem.members where id = me),
    'isOwner', c_mem.is_team_owner(me),
    'projects', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'identity', p.identity, 'name', p.name,
        'role', mine.role) order by p.id), '[]') from c_mem.projects_of(me) mine join c_mem.projects p on p.id = mine.project_id))
  into answer from c_mem.team t;
  return answer;
end $$;

-- What is found by search. The project is a word of its own, so that the index narrows by it.
create function c_mem.words_of(project integer, title text, more text) returns tsvector
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select setweight(to_tsvector('english', left(coalesce(title, ''), 4000)), 'A')
    || to_tsvector('english', left(coalesce(more, ''), 60000))
    || array_to_tsvector(array['cmem0p' || project])
$$;

create function c_mem.as_json(m c_mem.memories) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('project', m.project_id, 'uid', m.uid, 'kind', m.kind, 'type', m.type,
    'author', (select name from c_mem.members where id = m.author_id),
    'editor', (select name from c_mem.members where id = m.editor_id),
    'own', m.author_id = c_mem.me(), 'rev', m.rev, 'at', floor(extract(epoch from m.happened_at) * 1000),
    'body', m.body, 'supersededBy', m.superseded_by, 'supersededRev', m.superseded_rev, 'gone', m.gone)
$$;

-- Stores versions of memories, in the name of who is connected. Sending the same again changes nothing. Outcomes:
-- stored, same, stale (a later version is there, and comes with the answer), gone (it was forgotten or withdrawn),
-- refused (not yours to change; the current version comes with the answer if you may read it).
create function c_mem.push(items jsonb) returns table (uid uuid, outcome text, rev bigint, current jsonb)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me integer := c_mem.me();
  this_epoch integer := c_mem.current_epoch();
  -- A clock that is ahead must not win forever.
  latest bigint := floor(extract(epoch from clock_timestamp()) * 1000) + 86400000;
  roles jsonb := (select coalesce(jsonb_object_agg(project_id, role), '{}') from c_mem.my_projects());
  item record;
  old c_mem.memories;
  may text;
  wins boolean;
  marks boolean;
  changed boolean := false;
begin
  if items is null or jsonb_typeof(items) <> 'array' or jsonb_array_length(items) > 1000 then
    raise exception 'push takes a list of at most 1000 items' using errcode = 'CM003';
  end if;
  -- In one order for everybody: two clients that change the same memories wait for each other only once.
  for item in
    select * from jsonb_to_recordset(items) as i(uid uuid, op text, project integer, kind text, type text, rev bigint,
      at bigint, body jsonb, title text, words text, "supersededBy" uuid, "supersededRev" bigint, scrub boolean)
    where i.uid is not null order by i.uid
  loop
    uid := item.uid;
    outcome := 'refused';
    rev := null;
    current := null;
    -- Nobody locks what they may not change.
    select * into old from c_mem.memories m where m.uid = item.uid
      and (m.author_id = me or roles ->> m.project_id::text in ('writer', 'owner')) for update;
    if not found then
      select * into old from c_mem.memories m where m.uid = item.uid;
    end if;
    if not found and roles ->> item.project::text in ('writer', 'owner') then
      insert into c_mem.memories (uid, project_id, author_id, editor_id, kind, type, rev, body, superseded_by,
        superseded_rev, gone, happened_at, words, epoch, xid)
      select item.uid, item.project, me, me, item.kind, case when item.op = 'put' then item.type end,
        least(item.rev, latest), case when item.op = 'put' then item.body end,
        case when item.op = 'put' then item."supersededBy" end, coalesce(least(item."supersededRev", latest), 0),
        case item.op when 'put' then null when 'withdraw' then 'withdrawn' else 'forgotten' end,
        to_timestamp(least(item.at, latest) / 1000.0),
        case when item.op = 'put' and item.kind in ('observation', 'summary')
          then c_mem.words_of(item.project, item.title, item.words) end,
        this_epoch, pg_current_xact_id()
      on conflict do nothing;
      if found then
        outcome := case item.op when 'put' then 'stored' else 'gone' end;
        rev := least(item.rev, latest);
        changed := true;
        return next;
        continue;
      end if;
      select * into old from c_mem.memories m where m.uid = item.uid
        and (m.author_id = me or roles ->> m.project_id::text in ('writer', 'owner')) for update;
    end if;
    may := roles ->> old.project_id::text;
    -- Whoever cannot read it learns nothing about it.
    if may is null or old.uid is null then
      return next;
      continue;
    end if;
    rev := old.rev;
    if item.op = 'forget' or item.op = 'withdraw' then
      if old.author_id = me or (item.op = 'forget' and may = 'owner') then
        if old.gone is null or (old.gone = 'withdrawn' and item.op = 'forget') then
          update c_mem.memories m set gone = case item.op when 'withdraw' then 'withdrawn' else 'forgotten' end,
            body = null, words = null, type = null, superseded_by = null, editor_id = me, stored_at = now(),
            epoch = this_epoch, xid = pg_current_xact_id(), seq = nextval('c_mem.versions')
          where m.uid = item.uid;
          delete from c_mem.history h where h.uid = item.uid;
          changed := true;
        end if;
        outcome := 'gone';
      else
        current := c_mem.as_json(old);
      end if;
    elsif old.gone is not null then
      outcome := 'gone';
      current := c_mem.as_json(old);
    elsif may = 'reader' or item.op is distinct from 'put' or item.project is distinct from old.project_id
      or item.kind is distinct from old.kind or item.body is null
      or (old.kind in ('session', 'profile') and old.author_id <> me) then
      current := c_mem.as_json(old);
    else
      wins := (least(item.rev, latest), md5(item.body::text)) > (old.rev, md5(old.body::text));
      marks := (coalesce(least(item."supersededRev", latest), 0), coalesce(item."supersededBy"::text, ''))
        > (old.superseded_rev, coalesce(old.superseded_by::text, ''));
      if wins then
        insert into c_mem.history (uid, rev, editor_id, digest, body, at)
        select old.uid, old.rev, old.editor_id, md5(old.body::text), old.body, old.stored_at
        where old.body <> item.body and old.kind in ('observation', 'summary') and item.scrub is not true
        on conflict do nothing;
      elsif item.body <> old.body and item.scrub is not true and item.rev > old.scrubbed_rev and old.kind in ('observation', 'summary') then
        insert into c_mem.history (uid, rev, editor_id, digest, body)
        values (old.uid, least(item.rev, latest), me, md5(item.body::text), item.body)
        on conflict do nothing;
      end if;
      if wins or marks then
        update c_mem.memories m set
          rev = case when wins then least(item.rev, latest) else m.rev end,
          editor_id = case when wins then me else m.editor_id end,
          type = case when wins then item.type else m.type end,
          body = case when wins then item.body else m.body end,
          happened_at = case when wins then to_timestamp(least(item.at, latest) / 1000.0) else m.happened_at end,
          words = case when wins and old.kind in ('observation', 'summary')
            then c_mem.words_of(m.project_id, item.title, item.words) else m.words end,
          superseded_by = case when marks then item."supersededBy" else m.superseded_by end,
          superseded_rev = case when marks then least(item."supersededRev", latest) else m.superseded_rev end,
          stored_at = now(), epoch = this_epoch, xid = pg_current_xact_id(), seq = nextval('c_mem.versions')
        where m.uid = item.uid
        returning m.* into old;
        changed := true;
      end if;
      -- It contained something that was forgotten since: no earlier version stays, also if a later edit holds.
      if item.scrub and (old.author_id = me or may = 'owner') then
        delete from c_mem.history h where h.uid = item.uid;
        update c_mem.memories m set scrubbed_rev = old.rev where m.uid = item.uid;
      end if;
      rev := old.rev;
      outcome := case when wins then 'stored' when item.body = old.body then 'same' else 'stale' end;
      if outcome = 'stale' or old.superseded_by is distinct from item."supersededBy" then
        current := c_mem.as_json(old);
      end if;
    end if;
    return next;
  end loop;
  update c_mem.logins l set pushed_at = now(), seen_at = now() where l.role_name = session_user;
  if changed then
    perform pg_notify('c_mem', '');
  end if;
end $$;

-- What is new after a cursor, per project: [{project, epoch, xid, seq, since}]. Only versions of transactions that ended
-- before every transaction that still runs are returned, so a late commit is never skipped. The last row of each project
-- has the kind `cursor` and says where to continue; `rev` is 1 if there is more. Memories that happened before `since`
-- are left out.
create function c_mem.pull(cursors jsonb, most integer) returns table (project integer, uid uuid, kind text, type text,
  author text, editor text, own boolean, rev bigint, at bigint, body jsonb, superseded_by uuid, superseded_rev bigint,
  gone text, epoch integer, xid text, seq bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  me integer := c_mem.me();
  this_epoch integer := c_mem.current_epoch();
  -- Before the query that reads: what ended by now is visible to it.
  horizon xid8 := pg_snapshot_xmin(pg_current_snapshot());
  wanted integer := least(greatest(coalesce(most, 500), 1), 5000);
  place record;
  returned integer;
begin
  for place in
    select c.project, c.epoch, c.xid::xid8 as xid, c.seq, to_timestamp(coalesce(c.since, 0) / 1000.0) as since
    from jsonb_to_recordset(cursors) as c(project integer, epoch integer, xid text, seq bigint, since bigint)
    join c_mem.my_projects() mine on mine.project_id = c.project
  loop
    return query
      select m.project_id, m.uid, m.kind, m.type, a.name, e.name, m.author_id = me, m.rev,
        floor(extract(epoch from m.happened_at) * 1000)::bigint, m.body, m.superseded_by, m.superseded_rev, m.gone,
        m.epoch, m.xid::text, m.seq
      from c_mem.memories m join c_mem.members a on a.id = m.author_id join c_mem.members e on e.id = m.editor_id
      where m.project_id = place.project and (m.epoch, m.xid, m.seq) > (place.epoch, place.xid, place.seq)
        and (m.epoch < this_epoch or m.xid < horizon)
        and (m.happened_at >= place.since or m.gone is not null or m.kind = 'profile' or m.type = 'rule')
      order by m.epoch, m.xid, m.seq limit wanted;
    get diagnostics returned = row_count;
    project := place.project;
    kind := 'cursor';
    if returned = wanted then
      rev := 1;
      select m.epoch, m.xid::text, m.seq into epoch, xid, seq from c_mem.memories m
      where m.project_id = place.project and (m.epoch, m.xid, m.seq) > (place.epoch, place.xid, place.seq)
        and (m.epoch < this_epoch or m.xid < horizon)
        and (m.happened_at >= place.since or m.gone is not null or m.kind = 'profile' or m.type = 'rule')
      order by m.epoch, m.xid, m.seq offset wanted - 1 limit 1;
    else
      rev := 0;
      if (place.epoch, place.xid) >= (this_epoch, horizon) then
        epoch := place.epoch; xid := place.xid::text; seq := place.seq;
      else
        epoch := this_epoch; xid := horizon::text; seq := 0;
      end if;
    end if;
    return next;
    kind := null;
  end loop;
end $$;

-- From when on the newest so many memories of a project happened, in milliseconds; null if there are fewer.
create function c_mem.since_newest(project integer, most integer) returns bigint
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select floor(extract(epoch from m.happened_at) * 1000)::bigint from c_mem.memories m
  where m.project_id = project and c_mem.my_role(project) is not null
    and m.gone is null and m.kind in ('observation', 'summary')
  order by m.happened_at desc offset greatest(most, 1) limit 1
$$;

-- A query from terms: [{"forms": ["migration"], "prefix": false}]. Nothing in them is an operator.
create function c_mem.query_of(terms jsonb, joined text) returns tsquery
language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
declare
  term jsonb;
  form text;
  part tsquery;
  one tsquery;
  everything tsquery;
begin
  for term in select value from jsonb_array_elements(terms) limit 40 loop
    one := null;
    for form in select value from jsonb_array_elements_text(term -> 'forms') limit 20 loop
      part := phraseto_tsquery('english', left(form, 200));
      if (term ->> 'prefix')::boolean and form ~ '^[[:alnum:]]+$' then
        part := to_tsquery('simple', left(form, 200) || ':*');
      end if;
      continue when numnode(part) = 0;
      one := case when one is null then part else one || part end;
    end loop;
    continue when one is null;
    everything := case when everything is null then one when joined = 'and' then everything && one else everything || one end;
  end loop;
  return everything;
end $$;

-- How many memories the planner expects to match: from its statistics, without looking at a row.
create function c_mem.expected_matches(query tsquery) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  plan jsonb;
begin
  execute format('explain (format json) select 1 from c_mem.memories where words @@ %L::pg_catalog.tsquery', query) into plan;
  return (plan -> 0 -> 'Plan' ->> 'Plan Rows')::bigint;
end $$;

-- Searches everything that the member may read. Reading a row costs far more than finding it in the index, so the index is
-- asked for a limited number, and only about words that are not too common. What has common words is found among the newest
-- memories.
create function c_mem.search(terms jsonb, filter jsonb, most integer, skip integer)
returns table (project integer, uid uuid, kind text, type text, author text, own boolean, at bigint, body jsonb,
  superseded boolean, all_terms boolean, score real)
language plpgsql security definer set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan set jit = off as $$
#variable_conflict use_column
declare
  me integer := c_mem.me();
  every_term tsquery := c_mem.query_of(terms, 'and');
  any_term tsquery := c_mem.query_of(terms, 'or');
  mine integer[] := (select array_agg(project_id) from c_mem.my_projects()
    where not filter ? 'projects' or project_id in (select value::integer from jsonb_array_elements_text(filter -> 'projects')));
  kinds text[] := (select array_agg(value) from jsonb_array_elements_text(filter -> 'kinds'));
  types text[] := (select array_agg(value) from jsonb_array_elements_text(filter -> 'types'));
  authors integer[] := (select coalesce(array_agg(m.id), '{}') from c_mem.members m
    where m.name in (select value from jsonb_array_elements_text(filter -> 'authors')));
  after timestamptz := to_timestamp((filter ->> 'since')::bigint / 1000.0);
  before timestamptz := to_timestamp((filter ->> 'until')::bigint / 1000.0);
  wanted integer := least(greatest(coalesce(most, 20), 1), 200);
  skipped integer := greatest(coalesce(skip, 0), 0);
  too_common constant bigint := 20000;
  term jsonb;
  part tsquery;
  expected bigint;
  rarest bigint;
  rare_terms tsquery;
  places tsquery;
  candidates uuid[] := '{}';
begin
  if every_term is null or mine is null then
    return;
  end if;
  if not filter ? 'authors' then
    authors := null;
  end if;
  for term in select value from jsonb_array_elements(terms) limit 40 loop
    part := c_mem.query_of(jsonb_build_array(term), 'or');
    continue when part is null;
    expected := c_mem.expected_matches(part);
    rarest := least(rarest, expected);
    if expected <= too_common / 3 then
      rare_terms := case when rare_terms is null then part else rare_terms || part end;
    end if;
  end loop;
  -- Each project is a word of its own, for those who have few: else it is cheaper to read some rows in vain.
  if least(c_mem.expected_matches(every_term), 220 * (select count(*) from c_mem.projects) / cardinality(mine))
      > rarest * cardinality(mine) / 20 then
    places := (select string_agg('''cmem0p' || p || '''', ' | ')::tsquery from unnest(mine) p);
  end if;
  if rarest <= too_common then
    candidates := array(select m.uid from c_mem.memories m
      where m.gone is null and m.words @@ (case when places is null then every_term else every_term && places end)
        and m.project_id + 0 = any (mine) and (kinds is null or m.kind = any (kinds)) and (types is null or m.type = any (types))
        and (authors is null or m.author_id = any (authors))
        and (after is null or m.happened_at >= after) and (before is null or m.happened_at <= before)
      limit 200 + wanted + skipped);
  end if;
  if cardinality(candidates) < wanted + skipped and rare_terms is not null then
    candidates := candidates || array(select m.uid from c_mem.memories m
      where m.gone is null and m.words @@ (case when places is null then rare_terms else rare_terms && places end)
        and m.project_id + 0 = any (mine) and (kinds is null or m.kind = any (kinds)) and (types is null or m.type = any (types))
        and (authors is null or m.author_id = any (authors))
        and (after is null or m.happened_at >= after) and (before is null or m.happened_at <= before)
      limit 100 + wanted + skipped);
  end if;
  -- Not if the index gave all there is.
  if rarest > too_common or cardinality(candidates) not between wanted + skipped and 199 + wanted + skipped then
    candidates := candidates || array(select n.uid from unnest(mine) p cross join lateral (
        select m.uid, m.words from c_mem.memories m
        where m.project_id = p and m.gone is null and m.kind in ('observation', 'summary')
          and (kinds is null or m.kind = any (kinds)) and (types is null or m.type = any (types))
          and (authors is null or m.author_id = any (authors))
          and (after is null or m.happened_at >= after) and (before is null or m.happened_at <= before)
        order by m.happened_at desc limit greatest(3, 600 / cardinality(mine))) n
      where n.words @@ any_term);
  end if;
  return query
    with found as (
      select m.*, m.words @@ every_term as has_all,
        (ts_rank_cd(m.words, any_term, 1) * (case m.type when 'decision' then 1.05 when 'bugfix' then 1.05
            when 'rule' then 1.05 when 'change' then 0.97 else 1 end)
          * (1 + 0.2 * exp(-greatest(extract(epoch from now() - m.happened_at), 0) / 2592000))
          * (case when m.superseded_by is null then 1 else 0.5 end))::real as points
      from c_mem.memories m where m.uid = any (candidates) and m.project_id = any (mine) and m.gone is null
        and m.kind in ('observation', 'summary')
    )
    select f.project_id, f.uid, f.kind, f.type, a.name, f.author_id = me,
      floor(extract(epoch from f.happened_at) * 1000)::bigint, f.body, f.superseded_by is not null, f.has_all, f.points
    from found f join c_mem.members a on a.id = f.author_id
    order by f.has_all desc, f.points desc, f.happened_at desc, f.uid
    offset skipped limit wanted;
end $$;

-- All versions of a memory, the newest first.
create function c_mem.history_of(memory uuid) returns table (rev bigint, editor text, at bigint, body jsonb, is_current boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select v.rev, e.name, floor(extract(epoch from v.at) * 1000)::bigint, v.body, v.is_current from (
    select m.rev, m.editor_id, m.stored_at as at, m.body, true as is_current from c_mem.memories m
      where m.uid = memory and m.gone is null and c_mem.my_role(m.project_id) is not null
    union all
    select h.rev, h.editor_id, h.at, h.body, false from c_mem.history h join c_mem.memories m on m.uid = h.uid
      where h.uid = memory and c_mem.my_role(m.project_id) is not null) v
  join c_mem.members e on e.id = v.editor_id order by v.is_current desc, v.rev desc, v.at desc
$$;

-- The project with this identity. Only an owner of the team makes a new one; for anybody else, a project that they
-- cannot use does not exist.
create function c_mem.share(identity text, name text) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
  me integer := c_mem.me();
  known integer := (select p.id from c_mem.projects p where p.identity = share.identity);
begin
  if known is not null and c_mem.my_role(known) in ('writer', 'owner') then
    return known;
  end if;
  if not c_mem.is_team_owner(me) then
    raise exception 'You cannot share this project' using errcode = 'CM002';
  end if;
  insert into c_mem.projects (identity, name) values (share.identity, share.name)
    on conflict on constraint projects_identity_key do update set name = c_mem.projects.name returning id into known;
  return known;
end $$;

-- Takes one's own memories of a project back.
create function c_mem.withdraw(project integer) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  me integer := c_mem.me();
  this_epoch integer := c_mem.current_epoch();
  taken integer;
begin
  delete from c_mem.history h using c_mem.memories m
  where h.uid = m.uid and m.project_id = withdraw.project and m.author_id = me;
  update c_mem.memories m set gone = 'withdrawn', body = null, words = null, type = null, superseded_by = null,
    editor_id = me, stored_at = now(), epoch = this_epoch, xid = pg_current_xact_id(), seq = nextval('c_mem.versions')
  where m.project_id = withdraw.project and m.author_id = me and m.gone is null;
  get diagnostics taken = row_count;
  perform pg_notify('c_mem', '');
  return taken;
end $$;

-- The members that one shares a project with; for an owner of the team, all.
create function c_mem.list_members() returns table (name text, role text, project integer, machines integer,
  seen_at bigint, pushed_at bigint, invited boolean, me boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select m.name, a.role, a.project_id,
    (select count(*)::integer from c_mem.logins l where l.member_id = m.id and l.joined_at is not null),
    (select floor(extract(epoch from max(l.seen_at)) * 1000)::bigint from c_mem.logins l where l.member_id = m.id),
    (select floor(extract(epoch from max(l.pushed_at)) * 1000)::bigint from c_mem.logins l where l.member_id = m.id),
    m.joined_at is null, m.id = c_mem.me()
  from c_mem.members m join c_mem.access a on a.member_id = m.id
  where m.removed_at is null and (c_mem.is_team_owner(c_mem.me()) or m.id = c_mem.me() or a.project_id is null
    or a.project_id in (select project_id from c_mem.my_projects()))
  order by m.name, a.project_id nulls first
$$;

-- For remove_member only: a removed member's memories, if the owner wants them gone.
create function c_mem.forget_author(member integer) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  me integer := c_mem.me();
  this_epoch integer := c_mem.current_epoch();
  taken integer;
begin
  if not c_mem.is_team_owner(me) then
    raise exception 'Only an owner of the team may do this' using errcode = 'CM002';
  end if;
  delete from c_mem.history h using c_mem.memories m where h.uid = m.uid and m.author_id = member;
  update c_mem.memories m set gone = 'forgotten', body = null, words = null, type = null, superseded_by = null,
    editor_id = me, stored_at = now(), epoch = this_epoch, xid = pg_current_xact_id(), seq = nextval('c_mem.versions')
  where m.author_id = member and m.gone is distinct from 'forgotten';
  get diagnostics taken = row_count;
  perform pg_notify('c_mem', '');
  return taken;
end $$;

-- Members may also read with plain SQL: what row-level security lets through, and no column beyond these.
alter table c_mem.team enable row level security;
alter table c_mem.members enable row level security;
alter table c_mem.logins enable row level security;
alter table c_mem.projects enable row level security;
alter table c_mem.access enable row level security;
alter table c_mem.memories enable row level security;
alter table c_mem.history enable row level security;
create policy own_projects on c_mem.projects for select to {members}
  using (id in (select project_id from c_mem.my_projects()));
create policy own_projects on c_mem.memories for select to {members}
  using (project_id in (select project_id from c_mem.my_projects()));
create policy all_rows on c_mem.team for select to {keys} using (true);
create policy all_rows on c_mem.members to {keys} using (true) with check (true);
create policy all_rows on c_mem.logins to {keys} using (true) with check (true);
create policy all_rows on c_mem.projects for select to {keys} using (true);
create policy all_rows on c_mem.access to {keys} using (true) with check (true);
grant select on c_mem.projects to {members};
grant select (uid, project_id, kind, type, rev, body, superseded_by, gone, happened_at, stored_at) on c_mem.memories
  to {members};
grant select on c_mem.team, c_mem.projects to {keys};
grant select, insert, update on c_mem.members to {keys};
grant select, insert, update, delete on c_mem.logins, c_mem.access to {keys};
grant execute on function c_mem.me(boolean), c_mem.my_role(integer), c_mem.my_projects(), c_mem.is_team_owner(integer),
  c_mem.forget_author(integer) to {keys};
grant execute on function c_mem.hello(), c_mem.push(jsonb), c_mem.pull(jsonb, integer), c_mem.my_projects(),
  c_mem.since_newest(integer, integer), c_mem.search(jsonb, jsonb, integer, integer),
  c_mem.history_of(uuid), c_mem.share(text, text), c_mem.withdraw(integer), c_mem.list_members() to {members};

reset role;
set local role {keys};
alter default privileges revoke execute on functions from public;

-- A login of its own for a machine. The password never comes here: only what the server keeps to check it.
create function c_mem.create_login(member integer, verifier text, days integer) returns name
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  login name := 'c_mem_' || (select id from c_mem.team) || '_' || left(replace(gen_random_uuid()::text, '-', ''), 12);
begin
  if verifier !~ '^SCRAM-SHA-256\$[0-9]{4,7}:[A-Za-z0-9+/]{16,64}={0,2}\$[A-Za-z0-9+/]{43}=:[A-Za-z0-9+/]{43}=$' then
    raise exception 'This is not a SCRAM-SHA-256 verifier' using errcode = 'CM003';
  end if;
  execute format('create role %I login nosuperuser nocreatedb nocreaterole noreplication connection limit 20
    password %L valid until %L in role {members}', login, verifier, now() + make_interval(days => days));
  execute format('grant %I to {keys}', login);
  insert into c_mem.logins (role_name, member_id) values (login, member);
  return login;
end $$;

-- Who may give this role: an owner of the team all, an owner of a project those of that project.
create function c_mem.may_manage(project integer) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c_mem.is_team_owner(c_mem.me()) or (project is not null and coalesce(c_mem.my_role(project), '') = 'owner')
$$;

-- Invites a person to a project, or to all (null). Returns the login for the join link, which works until it is used,
-- for seven days. For somebody who is a member already, only the role is set, and the answer is null.
create function c_mem.invite(name text, verifier text, project integer, role text) returns name
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
  invited integer;
  is_new boolean;
begin
  if not c_mem.may_manage(project) or (project is not null and not exists (select 1 from c_mem.projects p where p.id = project)) then
    raise exception 'Only an owner may invite' using errcode = 'CM002';
  end if;
  -- A login for a name that exists would have whatever others gave that name: only an owner of the team makes one, for
  -- an invitation that was not used or for somebody who was removed.
  select m.id, c_mem.is_team_owner(c_mem.me()) and (m.removed_at is not null or m.joined_at is null) into invited, is_new
  from c_mem.members m where m.name = invite.name;
  if invited is null then
    insert into c_mem.members (name) values (invite.name) returning id into invited;
    is_new := true;
  elsif is_new then
    update c_mem.members m set removed_at = null, joined_at = null where m.id = invited;
  elsif exists (select 1 from c_mem.members m where m.id = invited and m.removed_at is not null) then
    raise exception 'Only an owner of the team may invite a removed member again' using errcode = 'CM002';
  elsif invited = c_mem.me() then
    raise exception 'You cannot change your own role' using errcode = 'CM002';
  elsif c_mem.is_team_owner(invited) and not c_mem.is_team_owner(c_mem.me()) then
    raise exception 'Only an owner of the team may do this' using errcode = 'CM002';
  end if;
  insert into c_mem.access (member_id, project_id, role) values (invited, project, invite.role)
  on conflict (member_id, project_id) do update set role = excluded.role;
  return case when is_new then c_mem.create_login(invited, verifier, 7) end;
end $$;

-- Another machine of the member who is connected.
create function c_mem.add_machine(verifier text, days integer) returns name
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (select count(*) from c_mem.logins where member_id = c_mem.me()) >= 50 then
    raise exception 'There are already 50 machines' using errcode = 'CM002';
  end if;
  return c_mem.create_login(c_mem.me(), verifier, least(greatest(days, 1), 3650));
end $$;

-- Ends whatever is connected with a login, and waits for it: an open transaction could hold up what follows.
create function c_mem.end_sessions(login name) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = login and pid <> pg_backend_pid();
end $$;

-- Uses an invitation: from now on only the new password works.
create function c_mem.join_team(verifier text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform c_mem.me(also_invited => true);
  if verifier !~ '^SCRAM-SHA-256\$[0-9]{4,7}:[A-Za-z0-9+/]{16,64}={0,2}\$[A-Za-z0-9+/]{43}=:[A-Za-z0-9+/]{43}=$' then
    raise exception 'This is not a SCRAM-SHA-256 verifier' using errcode = 'CM003';
  end if;
  update c_mem.logins set joined_at = now(), seen_at = now() where role_name = session_user and joined_at is null;
  if not found then
    raise exception 'This invitation was used already' using errcode = 'CM002';
  end if;
  update c_mem.members set joined_at = coalesce(joined_at, now()) where id = c_mem.me(also_invited => true);
  execute format('alter role %I password %L valid until ''infinity''', session_user, verifier);
  -- Somebody else may have connected with the same link.
  perform c_mem.end_sessions(session_user);
end $$;

-- Cuts a login off: its sessions end now, and it cannot connect again.
create function c_mem.drop_login(login name) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform c_mem.end_sessions(login);
  execute format('alter role %I nologin password null', login);
  perform c_mem.end_sessions(login);
  delete from c_mem.logins where role_name = login;
  begin
    execute format('drop owned by %I', login);
    execute format('drop role %I', login);
  exception when others then
    -- It may be in use in another database; without a password and a row of ours, it can do nothing.
    execute format('revoke {members} from %I', login);
  end;
end $$;

create function c_mem.remove_member(name text, with_memories boolean) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
  removed integer := (select m.id from c_mem.members m where m.name = remove_member.name and m.removed_at is null);
  taken integer := 0;
  login name;
begin
  if not c_mem.is_team_owner(c_mem.me()) or removed is null or removed = c_mem.me() then
    raise exception 'You cannot remove this member' using errcode = 'CM002';
  end if;
  perform c_mem.end_sessions(l.role_name) from c_mem.logins l where l.member_id = removed;
  if with_memories then
    taken := c_mem.forget_author(removed);
  end if;
  update c_mem.members m set removed_at = now() where m.id = removed;
  delete from c_mem.access a where a.member_id = removed;
  for login in select l.role_name from c_mem.logins l where l.member_id = removed loop
    perform c_mem.drop_login(login);
  end loop;
  return taken;
end $$;

-- Takes the access to one project away.
create function c_mem.remove_access(name text, project integer) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
  removed integer := (select m.id from c_mem.members m where m.name = remove_access.name and m.removed_at is null);
begin
  if not c_mem.may_manage(project) or removed is null or removed = c_mem.me() then
    raise exception 'You cannot remove this member' using errcode = 'CM002';
  end if;
  delete from c_mem.access a where a.member_id = removed and a.project_id = remove_access.project;
  if not found then
    raise exception 'You cannot remove this member' using errcode = 'CM002';
  end if;
end $$;

-- This machine leaves; with its last machine, so does the member.
create function c_mem.leave_team() returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  leaving integer := c_mem.me();
begin
  delete from c_mem.logins where role_name = session_user;
  if c_mem.is_team_owner(leaving) and not exists (select 1 from c_mem.logins where member_id = leaving)
    and not exists (select 1 from c_mem.access a join c_mem.members m on m.id = a.member_id
      where a.project_id is null and a.role = 'owner' and a.member_id <> leaving and m.joined_at is not null) then
    raise exception 'The last owner cannot leave; make somebody else an owner first' using errcode = 'CM002';
  end if;
  execute format('alter role %I nologin password null', session_user);
  execute format('revoke {members} from %I', session_user);
  if not exists (select 1 from c_mem.logins where member_id = leaving) then
    update c_mem.members set removed_at = now() where id = leaving;
    delete from c_mem.access where member_id = leaving;
  end if;
end $$;

grant execute on function c_mem.invite(text, text, integer, text), c_mem.add_machine(text, integer),
  c_mem.join_team(text), c_mem.remove_member(text, boolean), c_mem.remove_access(text, integer), c_mem.leave_team()
  to {members};

reset role;
revoke create on schema c_mem from {keys};
