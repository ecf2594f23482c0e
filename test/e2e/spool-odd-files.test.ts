// Files in the spool and surroundings that nobody expects: each is taken, kept or named, and holds up no other.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bundleScript } from '../helpers/bundle.ts';
import { bash, fixtureSession, payload, prompt, stop, TranscriptFixture } from '../helpers/payloads.ts';
import { createScratch, hookCommand, PLUGIN, run, type Scratch, waitFor } from '../helpers/scratch.ts';
import { Sqlite } from '../helpers/sqlite.ts';

const QUIET = { code: 0, stdout: '', stderr: '' };

let scratch: Scratch;
beforeEach(() => {
  scratch = createScratch();
});
afterEach(() => scratch.dispose());

describe('odd files in the spool', () => {
  it('half-written, empty, huge, no JSON, no UTF-8, orphaned, newer: each is taken, kept or named', {
    timeout: 120_000,
  }, async () => {
    const session = fixtureSession('/home/dev/shop');
    mkdirSync(scratch.paths.spool, { recursive: true });
    const put = (name: string, content: string | Buffer, ageSeconds = 0) => {
      const path = join(scratch.paths.spool, name);
      writeFileSync(path, content);
      const at = Date.now() / 1000 - ageSeconds;
      utimesSync(path, at, at);
    };
    const header = 'c-mem-spool 1 PostToolUse /home/dev/shop\n';
    const whole = (text: string) => header + JSON.stringify(bash(session, 'x', text));
    put('half.json', whole('half').slice(0, -30));
    put('empty.json', '');
    put('headless.json', '{"session_id":"x"}');
    put('text.json', `${header}not json`);
    put('list.json', `${header}[1,2]`);
    put('nobody.json', `${header}{"tool_name":"Bash"}`);
    put(
      'latin1.json',
      Buffer.concat([
        Buffer.from(whole('qux').replace('qux', 'qux\u0000').split('\u0000')[0] as string),
        Buffer.from([0xe9]),
        Buffer.from(whole('qux').split('qux').at(-1) as string),
      ]),
    );
    put('huge.json', whole('z'.repeat(50_000_000)));
    put('orphan.tmp', whole('orphan'), 120);
    put('torn.tmp', whole('torn').slice(0, 100), 120);
    put('fresh.tmp', whole('fresh'));
    put('newer.json', 'c-mem-spool 99 PostToolUse /x\n{"session_id":"x"}');
    mkdirSync(join(scratch.paths.spool, 'folder.json'));
    put('good.json', whole('good'));
    await scratch.cli(['worker', 'start']);
    // taken: latin1, huge, orphan, good
    await waitFor(async () => {
      const status = await scratch.status();
      return status.events === 4 && status.quarantine === 7;
    }, 'four events and seven files in quarantine');
    expect(readdirSync(scratch.paths.quarantine).sort()).toEqual([
      'empty.json',
      'half.json',
      'headless.json',
      'list.json',
      'nobody.json',
      'text.json',
      'torn.tmp',
    ]);
    expect(readdirSync(scratch.paths.spool).sort()).toEqual(['folder.json', 'fresh.tmp', 'newer.json']);
    expect(statSync(scratch.paths.database).size).toBeLessThan(2_000_000);
  });

  it('payloads, folders and transcripts of no known shape do not stop the others', { timeout: 120_000 }, async () => {
    const session = fixtureSession('/home/dev/shop');
    const header = 'c-mem-spool 1 PostToolUse /home/dev/shop\n';
    const loop = join(scratch.home, 'loop');
    symlinkSync(loop, loop);
    const poisoned = fixtureSession('/home/dev/shop', join(scratch.home, 'projects', 'w', 'poison.jsonl'));
    let deep = '1';
    for (let i = 0; i < 20_000; i += 1) deep = `[${deep}]`;
    const long = 'ab'.repeat(300_000);
    const edit = { filePath: '/x', oldString: 'a', newString: 'c'.repeat(5000), originalFile: long, replaceAll: true };
    new TranscriptFixture(poisoned)
      .user(`<command-name>${' '.repeat(200_000)}`)
      .user(`<command-message>${'<command-args>'.repeat(60_000)}`)
      .raw('{"type":'.repeat(60_000))
      .call('e1', 'Edit', { file_path: '/x' })
      .result('e1', edit)
      .raw(
        JSON.stringify({
          type: 'assistant',
          uuid: 'deep',
          message: { content: [{ type: 'tool_use', id: 'd1', name: 'X', input: '@' }] },
        }).replace('"@"', deep),
      )
      .result('d1', 'ok')
      .call('good', 'Bash', { command: 'after all that' })
      .result('good', 'ok')
      .write();
    mkdirSync(scratch.paths.spool, { recursive: true });
    const bodies = [
      JSON.stringify(bash(session, 'x', 'y', { duration_ms: 12.5 })),
      JSON.stringify(bash(session, 'x', 'y', { duration_ms: 1e300, prompt_id: 7, tool_name: ['x'] })),
      JSON.stringify(bash(fixtureSession(`${loop}/deep`), 'x', 'y')),
      JSON.stringify(bash(fixtureSession('/nul\u0000byte'), 'x', 'y')),
      JSON.stringify(bash(session, 'x', 'y', { tool_input: '@' })).replace('"@"', deep),
      JSON.stringify(payload(session, 'constructor')),
      JSON.stringify(stop(poisoned, 'read me up')),
      JSON.stringify(bash(session, 'last', 'one')),
    ];
    bodies.forEach((body, i) => {
      const path = join(scratch.paths.spool, `${i}.json`);
      writeFileSync(path, header + body);
      utimesSync(path, 1_790_000_000 + i, 1_790_000_000 + i);
    });
    await scratch.cli(['worker', 'start']);
    await waitFor(async () => (await scratch.status()).spool === 0, 'an empty spool');
    const db = new Sqlite(scratch.paths.database, { readonly: true });
    const calls = () =>
      db.prepare<[], { n: number }>("select count(*) as n from events where tool_use_id = 'good'").get()?.n;
    await waitFor(() => calls() === 1, 'the call behind the poison');
    const kinds = db
      .prepare<[], { kind: string; source: string; n: number }>(
        'select kind, source, count(*) as n from events group by 1, 2 order by 1, 2',
      )
      .all();
    db.close();
    expect(kinds.map(({ kind, source, n }) => `${n} ${kind} ${source}`)).toEqual([
      '2 prompt transcript',
      '1 stop hook',
      // the one that calls itself something else, too: a host may have names of its own for what it hooks
      '7 tool hook',
      '3 tool transcript',
    ]);
    expect(await scratch.status()).toMatchObject({ quarantine: 0, worker: { running: true } });
  });

  it('a file that may not be opened waits, and the others go on', async () => {
    const session = fixtureSession('/home/dev/shop');
    mkdirSync(scratch.paths.spool, { recursive: true });
    // As root every file can be opened; one that is a socket cannot.
    execFileSync(process.execPath, [
      '-e',
      `const s = require('net').createServer().listen('${scratch.paths.spool}/a.json', () => process.exit())`,
    ]);
    await scratch.hook('Stop', stop(session, 'x'));
    await scratch.cli(['worker', 'start']);
    await waitFor(async () => (await scratch.status()).events === 1, 'the event');
  });

  it('a quarantine that cannot be written holds up nobody', async () => {
    const session = fixtureSession('/home/dev/shop');
    mkdirSync(scratch.paths.spool, { recursive: true });
    writeFileSync(scratch.paths.quarantine, 'a file in the place of the folder');
    writeFileSync(join(scratch.paths.spool, 'a-bad.json'), 'not ours');
    for (let i = 0; i < 3; i += 1) await scratch.hook('Stop', stop(session, `x${i}`));
    await scratch.cli(['worker', 'start']);
    await waitFor(async () => (await scratch.status()).events === 3, 'the good ones');
    expect(readdirSync(scratch.paths.spool)).toEqual(['a-bad.json']);
  });

  it('odd names of folders and a host’s own Node options do no harm', async () => {
    const folder = join(scratch.home, 'line\u2028separator');
    mkdirSync(folder);
    const session = fixtureSession(folder);
    const env = { CLAUDE_PROJECT_DIR: folder, NODE_OPTIONS: '--require ./not-there.js' };
    await scratch.hook('PostToolUse', bash(session, 'x', 'y'), env);
    await scratch.hook('Stop', stop(session, 'x'), env);
    writeFileSync(join(folder, 'reg.js'), '');
    const { command, args, env: root } = hookCommand('UserPromptSubmit', PLUGIN);
    const started = await run(
      command,
      args,
      { ...scratch.env, ...root, CLAUDE_PROJECT_DIR: folder, NODE_OPTIONS: '--require ./reg.js' },
      JSON.stringify(prompt(session, 'hi')),
      folder,
    );
    expect(started).toEqual(QUIET);
    await waitFor(async () => (await scratch.status()).events === 3, 'all three');
    expect((await scratch.status()).quarantine).toBe(0);
  });

  it('certificates and options are spared to the hook; the worker that it starts gets the certificates back', async () => {
    const certificates = join(scratch.home, 'no-such-certificates.pem');
    // The Node that hooks prefer: one that tells what it was given.
    const told = join(scratch.home, 'told');
    mkdirSync(join(scratch.paths.home, 'bin'), { recursive: true });
    const script = `#!/bin/sh\necho "$NODE_EXTRA_CA_CERTS|$NODE_OPTIONS|$C_MEM_CA_CERTS" >>"${told}"\nexec "${process.execPath}" "$@"\n`;
    writeFileSync(join(scratch.paths.home, 'bin', 'node'), script, { mode: 0o700 });
    const session = fixtureSession('/home/dev/shop');
    const env = { NODE_EXTRA_CA_CERTS: certificates, NODE_OPTIONS: '--no-warnings' };
    expect(await scratch.hook('UserPromptSubmit', prompt(session, 'hi'), env)).toEqual(QUIET);
    expect(await scratch.hook('PostToolUse', bash(session, 'x', '<private>y</private>'), env)).toEqual(QUIET);
    expect(readFileSync(told, 'utf8')).toBe(`||${certificates}\n`.repeat(2));
    const pid = await waitFor(async () => (await scratch.status()).worker?.pid, 'the worker');
    const given = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    expect(given).toContain(`NODE_EXTRA_CA_CERTS=${certificates}`);
    expect(given.filter((entry) => entry.startsWith('C_MEM_CA_CERTS'))).toEqual([]);
  });

  it('a log that cannot be written does not end the worker', async () => {
    const session = fixtureSession('/home/dev/shop');
    mkdirSync(scratch.paths.logs, { recursive: true });
    symlinkSync('/dev/full', scratch.paths.workerLog);
    await scratch.cli(['worker', 'start']);
    await scratch.hook('Stop', stop(session, 'x'));
    await waitFor(async () => (await scratch.status()).events === 1, 'the event');
    expect((await scratch.status()).worker.running).toBe(true);
  });

  it('a spool folder that is removed and made anew is watched again', { timeout: 60_000 }, async () => {
    const session = fixtureSession('/home/dev/shop');
    await scratch.cli(['worker', 'start']);
    execFileSync('rm', ['-rf', scratch.paths.spool]);
    await scratch.hook('Stop', stop(session, 'one'));
    await waitFor(async () => (await scratch.status()).events === 1, 'the event');
  });

  it('a store that is locked for a while delays, and loses nothing', { timeout: 60_000 }, async () => {
    const session = fixtureSession('/home/dev/shop');
    await scratch.cli(['worker', 'start']);
    const script = bundleScript(
      scratch.home,
      `
      import { connect } from 'SRC/store/sqlite/open.ts';
      const db = connect(process.argv[2]!);
      db.exec('begin immediate');
      console.log('locked');
      setTimeout(() => db.exec('commit'), 7000);
    `,
    );
    const holder = run(process.execPath, [script, scratch.paths.database], scratch.env);
    await scratch.hook('Stop', stop(session, 'one'));
    await scratch.hook('Stop', stop(session, 'two'));
    await holder;
    await waitFor(async () => (await scratch.status()).events === 2, 'both events');
  });
});
