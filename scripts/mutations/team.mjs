// Faults in sharing memories with a team.

const SERVER = ['test/team/server.test.ts'];
const SYNC = ['test/team/sync.test.ts'];
const MIGRATION = 'src/team/postgres/migrations/0001_team.sql';

export const team = [
  {
    name: 'a memory that is committed late is never pulled',
    file: MIGRATION,
    find: '  horizon xid8 := pg_snapshot_xmin(pg_current_snapshot());',
    replace: '  horizon xid8 := pg_snapshot_xmax(pg_current_snapshot());',
    tests: SERVER,
    only: 'committed late',
  },
  {
    name: 'a member writes into a project of others',
    file: MIGRATION,
    find: "    if not found and roles ->> item.project::text in ('writer', 'owner') then",
    replace: '    if not found then',
    tests: SERVER,
    only: 'stores what a writer sends',
  },
  {
    name: 'a member reads all projects with plain SQL',
    file: MIGRATION,
    find: 'create policy own_projects on c_mem.memories for select to {members}\n  using (project_id in (select project_id from c_mem.my_projects()));',
    replace: 'create policy own_projects on c_mem.memories for select to {members} using (true);',
    tests: SERVER,
    only: 'stores what a writer sends',
  },
  {
    name: 'the owner of any project invites to all projects',
    file: MIGRATION,
    find: "or (project is not null and coalesce(c_mem.my_role(project), '') = 'owner')",
    replace: "or (project is not null and c_mem.my_role(project) = 'owner')",
    tests: SERVER,
    only: 'a login for a name',
  },
  {
    name: 'what was forgotten stays in the history of the server',
    file: MIGRATION,
    find: '          where m.uid = item.uid;\n          delete from c_mem.history h where h.uid = item.uid;\n',
    replace: '          where m.uid = item.uid;\n',
    tests: SERVER,
    only: 'removes the text',
  },
  {
    name: 'a folder with the right remote gets and sends memories before anybody confirmed it',
    file: 'src/team/sync.ts',
    find: "if (accept.includes('*') || accept.includes(remote.identity))",
    replace: 'if (accept.length >= 0)',
    tests: ['test/team/workers.test.ts'],
    only: 'exchanges nothing before',
    build: true,
  },
  {
    name: 'an edit that waits is overwritten before it reaches the history',
    file: 'src/store/sync/apply.ts',
    find: 'if (known && (known.local_id === null || known.pending === 1)) return;',
    replace: 'if (known && known.local_id === null) return;',
    tests: SYNC,
    only: 'an edit that waits',
  },
  {
    name: 'forgotten words stay in what others edited',
    file: 'src/store/sync/apply.ts',
    find: '    sql(db, "delete from team_flags where name = \'applying\'").run();\n    if (targets.length > 0) forgetHere(db, targets, items, now);\n',
    replace:
      '    if (targets.length > 0) forgetHere(db, targets, items, now);\n    sql(db, "delete from team_flags where name = \'applying\'").run();\n',
    tests: SYNC,
    only: 'removes forgotten words',
  },
  {
    name: 'a colleague’s rule holds without being accepted',
    file: 'src/store/sync/apply.ts',
    find: "ruleState: 'off', ruleSource: 'team'",
    replace: "ruleState: 'confirmed', ruleSource: 'team'",
    tests: SYNC,
    only: 'rule inactive',
  },
  {
    name: 'a colleague’s memory joins a session of the user, and is forgotten with its prompts',
    file: 'src/store/sync/foreign-sessions.ts',
    find: 'const isTheirs = !known?.local_id || known.author === item.author;',
    replace: 'const isTheirs = true;',
    tests: SYNC,
    only: 'another’s session',
  },
  {
    name: 'absolute paths leave the machine',
    file: 'src/team/outgoing.ts',
    find: "  for (const root of roots) folder(root, '.');\n",
    replace: '',
    tests: SYNC,
    only: 'brings a memory',
  },
].map((fault) => ({ area: 'Team', ...fault }));
