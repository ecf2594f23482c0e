// What `c-mem import` makes of the files it finds: forks, excluded projects, links, worktrees, paths of Windows.
import { mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { projects, scratch, useHistory, writeSession } from '../helpers/claude-history.ts';
import { fixtureSession, TranscriptFixture } from '../helpers/payloads.ts';
import { Sqlite } from '../helpers/sqlite.ts';

useHistory();

describe('importing Claude Code’s history', () => {
  it('a fork is read after its parent, and its copied history is recorded once', async () => {
    const parent = writeSession(1, 3);
    const fork = fixtureSession(parent.cwd);
    const folder = join(projects, parent.cwd.replaceAll('/', '-'));
    // By name it comes first; by its first record it is as old as its parent.
    fork.sessionId = `00000000${fork.sessionId.slice(8)}`;
    const source = readdirSync(folder).find((name) => name.startsWith(parent.sessionId)) as string;
    const { readFileSync } = await import('node:fs');
    const copied = readFileSync(join(folder, source), 'utf8').replaceAll(
      `"sessionId":"${parent.sessionId}"`,
      `"sessionId":"${fork.sessionId}"`,
    );
    await sleep(20);
    const own = new TranscriptFixture(fork)
      .user('Go on in the fork')
      .says('I went on in the fork and added a heron.')
      .text();
    writeFileSync(join(folder, `${fork.sessionId}.jsonl`), copied + own.replaceAll('2026-03-02', '2026-03-04'));
    expect((await scratch.cli(['import', 'claude-code'])).code).toBe(0);
    const db = new Sqlite(scratch.paths.database, { readonly: true });
    const rows = db.prepare('select id, parent_id, prompt_count from sessions order by prompt_count desc').all();
    db.close();
    expect(rows).toEqual([
      { id: parent.sessionId, parent_id: null, prompt_count: 3 },
      { id: fork.sessionId, parent_id: parent.sessionId, prompt_count: 1 },
    ]);
  });

  it('leaves out excluded projects, takes a folder that is gone by its path, and tells what it cannot read', async () => {
    const seen = writeSession(1, 2);
    writeSession(2, 2);
    mkdirSync(join(projects, 'odd'), { recursive: true });
    writeFileSync(join(projects, 'odd', 'noise.jsonl'), 'no record\n{"type":"summary","summary":"x"}\n');
    await scratch.cli(['config', 'set', 'excludeProjects', '/home/dev/project-2']);
    const ran = JSON.parse((await scratch.cli(['import', 'claude-code', '--json'])).stdout) as object;
    expect(ran).toMatchObject({ sessions: 1, left: 1, files: 3 });
    const db = new Sqlite(scratch.paths.database, { readonly: true });
    expect(db.prepare('select p.key, s.id from projects p join sessions s on s.project_id = p.id').all()).toEqual([
      { key: '/home/dev/project-1', id: seen.sessionId },
    ]);
    db.close();
  });

  it('follows links, reads nothing twice, and says what it passed over and why', async () => {
    writeSession(1, 1);
    const away = join(scratch.home, 'away');
    mkdirSync(projects, { recursive: true });
    // A project's folder that was moved to another disk, and one more way to the same.
    renameSync(join(projects, '-home-dev-project-1'), away);
    symlinkSync(away, join(projects, '-home-dev-project-1'));
    symlinkSync(away, join(projects, 'z-again'));
    const direct = writeSession(2, 1);
    symlinkSync(direct.transcriptPath as string, join(projects, 'a-copy.jsonl'));
    symlinkSync(projects, join(away, 'loop'));
    symlinkSync(join(scratch.home, 'nowhere'), join(projects, 'broken'));
    writeFileSync(join(projects, 'noise.jsonl'), '{"type":"summary","summary":"x"}\n');
    const outcome = JSON.parse((await scratch.cli(['import', 'claude-code', '--json'])).stdout);
    expect(outcome).toMatchObject({
      sessions: 2,
      files: 3,
      skipped: { empty: 1, twice: 3, 'broken-link': 1, unreadable: 0 },
    });
    const paths = outcome.skippedPaths.map(({ path, why }: { path: string; why: string }) => [
      path.replace(`${projects}/`, ''),
      why,
    ]);
    expect(paths.sort()).toEqual([
      ['-home-dev-project-1/loop', 'twice'],
      ['a-copy.jsonl', 'twice'],
      ['broken', 'broken-link'],
      ['z-again', 'twice'],
    ]);
    // As the client itself calls it: what its hooks tell later is the same transcript.
    expect(scratch.rows('select path from transcripts order by path')).toEqual([
      { path: expect.stringContaining(join(projects, '-home-dev-project-1/')) },
      { path: direct.transcriptPath },
    ]);
    const again = await scratch.cli(['import', 'claude-code']);
    expect(again.stdout).toContain('Skipped');
    expect(again.stdout).toContain('broken: broken link');
  });

  it('worktrees that are gone belong to their repository, and paths of Windows stay whole', async () => {
    const write = (cwd: string, file: string, index: number) => {
      const session = fixtureSession(cwd);
      session.transcriptPath = join(projects, `p${index}`, `${session.sessionId}.jsonl`);
      const transcript = new TranscriptFixture(session)
        .user(`Change module ${index}`)
        .call(`t${index}`, 'Edit', { file_path: file, old_string: 'a', new_string: 'b' })
        .result(`t${index}`, { filePath: file })
        .says(`I changed module ${index}, because it was asked for.`);
      for (const record of transcript.records)
        Object.assign(record, { timestamp: `2026-03-02T${String(9 + index).padStart(2, '0')}:00:00.000Z` });
      transcript.write();
    };
    // The worktree's session is the older one.
    write('/gone/worktrees/shop/3', '/gone/worktrees/shop/3/a.ts', 0);
    write('/gone/code/shop', '/gone/code/shop/b.ts', 1);
    write('/gone/code/shop/.worktrees/4', '/gone/code/shop/.worktrees/4/c.ts', 2);
    write('D:\\x\\wares', 'D:\\x\\wares\\src\\d.ts', 3);
    write('d:/x/wares', 'd:/x/wares/src/e.ts', 4);
    expect((await scratch.cli(['import', 'claude-code'])).code).toBe(0);
    expect(
      scratch.rows(
        'select p.name, p.key, count(*) as n from projects p join sessions s on s.project_id = p.id group by p.id',
      ),
    ).toEqual([
      { name: 'shop', key: '/gone/code/shop', n: 3 },
      { name: 'wares', key: 'D:\\x\\wares', n: 2 },
    ]);
    expect(scratch.rows('select files_edited as files from summaries order by created_at')).toEqual([
      { files: '["a.ts"]' },
      { files: '["b.ts"]' },
      { files: '["c.ts"]' },
      { files: '["src/d.ts"]' },
      { files: '["src/e.ts"]' },
    ]);
    const { stdout } = await scratch.cli(['context', '--project', 'wares']);
    expect(stdout).toContain('Files: src/e.ts');
    expect(stdout).not.toContain('[file deleted]');
  });
});
