// What is stored of a tool call: cleaned, cut, and with digests.
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CaptureBench, createCaptureBench } from '../../test/helpers/capture.ts';
import { bash, fixtureSession, payload, prompt, type SessionFixture } from '../../test/helpers/payloads.ts';
import { hostNamed } from '../hosts/index.ts';
import { createToolFilter } from './shape.ts';

let bench: CaptureBench;
let session: SessionFixture;
beforeEach(() => {
  bench = createCaptureBench();
  session = fixtureSession(join(bench.store.folder, 'work'));
});
afterEach(() => bench.store.close());

describe('what is stored of a tool call', () => {
  const stored = () => bench.events(session.sessionId).at(-1);

  it('an edit without the complete old file, with the digest of the new one', () => {
    const originalFile = 'alpha\nbeta\n';
    bench.take(
      payload(session, 'PostToolUse', {
        tool_name: 'Edit',
        tool_use_id: 't1',
        tool_input: { file_path: '/w/a.txt', old_string: 'beta', new_string: 'ga$&mma' },
        tool_response: {
          filePath: '/w/a.txt',
          oldString: 'beta',
          newString: 'ga$&mma',
          originalFile,
          replaceAll: false,
        },
      }),
    );
    const edited = stored();
    expect(JSON.stringify(edited?.body)).not.toContain('alpha');
    bench.take(
      payload(session, 'PostToolUse', {
        tool_name: 'Read',
        tool_use_id: 't2',
        tool_input: { file_path: '/w/a.txt' },
        tool_response: {
          type: 'text',
          file: { filePath: '/w/a.txt', content: 'alpha\r\nga$&mma\r\n', numLines: 3, startLine: 1, totalLines: 3 },
        },
      }),
    );
    expect(edited?.files[0]).toMatchObject({ path: '/w/a.txt', role: 'modified' });
    expect(edited?.files[0]?.digest).toMatch(/^[0-9a-f]{32}$/);
    expect(stored()?.files).toEqual([{ ...edited?.files[0], role: 'read' }]);
  });

  it('no digest of a partial read, nor of a file from which private text was removed', () => {
    const read = (id: string, content: string, numLines: number, extra = {}) =>
      bench.take(
        payload(session, 'PostToolUse', {
          tool_name: 'Read',
          tool_use_id: id,
          tool_input: { file_path: '/w/a.txt' },
          tool_response: { file: { filePath: '/w/a.txt', content, numLines, startLine: 1, totalLines: 9 } },
          ...extra,
        }),
      );
    read('t1', 'part', 3);
    expect(stored()?.files[0]?.digest).toBeNull();
    read('t2', 'a <private>x</private>', 9);
    expect(stored()?.files[0]?.digest).toBeNull();
    read('t3', 'a ', 9, { c_mem_stripped: true });
    expect(stored()?.files[0]?.digest).toBeNull();
    read('t4', 'a ', 9);
    expect(stored()?.files[0]?.digest).not.toBeNull();
  });

  it('cuts long fields and lists with a marker, between characters', () => {
    const small = createCaptureBench({ fieldLimit: 2048 });
    const lines = Array.from({ length: 500 }, (_, i) => `line ${i}`);
    small.take(bash(session, 'x', '\u{1F600}'.repeat(10_000), { tool_input: { lines } }));
    const body = small.events(session.sessionId)[0]?.body as {
      input: { lines: string[] };
      response: { stdout: string };
    };
    expect(Buffer.byteLength(body.response.stdout)).toBeLessThanOrEqual(2048);
    expect(body.response.stdout).toMatch(/^(?:\u{1F600})+\[cut: \d+ more characters\]$/u);
    expect(body.input.lines.at(-1)).toMatch(/^\[cut: \d+ more items\]$/);
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(3 * 2048);
    small.store.close();
  });

  it('counts names and numbers toward the limit', () => {
    const many = Object.fromEntries(Array.from({ length: 200_000 }, (_, i) => [`k${i}`, i]));
    bench.take(
      bash(session, 'x', 'y', {
        tool_input: many,
        tool_response: { rows: Array.from({ length: 200_000 }, (_, i) => [i]) },
      }),
    );
    const size = Buffer.byteLength(JSON.stringify(stored()?.body));
    expect(size).toBeLessThan(3 * 64 * 1024);
    expect(JSON.stringify(stored()?.body)).toMatch(/\[cut: \d+ more properties\].*\[cut: \d+ more items\]/);
  });

  it('never keeps the unscanned end of a long text, however much was removed before it', () => {
    const url = 'postgres://app:SuperS3cretPw@db.example/app';
    const reminder = `<system-reminder>${'r'.repeat(30_000)}</system-reminder>`;
    for (let shift = 0; shift < 60; shift += 1) {
      const room = 64 * 1024 + 16 * 1024 - reminder.length - shift;
      bench.take(bash(session, 'x', `${reminder}${'y'.repeat(room)}${url} and ${'z'.repeat(1000)}`));
      expect(JSON.stringify(stored()?.body)).not.toContain('SuperS');
    }
  });

  it('drops binary data and keeps lists of hashes', () => {
    const base64 = Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * 37) % 256)).toString('base64');
    bench.take(bash(session, 'x', base64));
    expect(JSON.stringify(stored()?.body)).toContain('[binary dropped: 4000 characters]');
    const hashes = Array.from({ length: 40 }, (_, i) => i.toString(16).padStart(40, '0a1b')).join('\n');
    bench.take(bash(session, 'git rev-list', hashes));
    expect(JSON.stringify(stored()?.body)).toContain('0a1b');
    bench.take(bash(session, 'x', 'ELF\u0000\u0001\u0002'));
    expect(JSON.stringify(stored()?.body)).toContain('[binary dropped');
  });

  it('redacts secrets in values, names, long texts, and keys quoted line by line in a patch', () => {
    const key = `ghp_${'a1B2'.repeat(9)}`;
    const line = 'MIIEpAIBAAKCAQEA7bq98Zt0hXvQ1mC5yJ2nR8dLk3sW6fGh4TjUeVpYoIaBcDeF';
    bench.take(
      bash(session, `echo ${key}`, `${'x'.repeat(65_530)}${key}`, {
        tool_input: { command: `echo ${key}`, env: { password: 'hunter22' }, [key]: 1 },
        tool_response: {
          patch: [
            ' x',
            '+-----BEGIN RSA PRIVATE KEY-----',
            `+${line}`,
            `+${line}`,
            '+-----END RSA PRIVATE KEY-----',
            ' y',
          ],
          stdout: `${'x'.repeat(65_530)}${key}`,
        },
      }),
    );
    const text = JSON.stringify(stored()?.body);
    expect(text).not.toContain(key);
    expect(text).not.toContain('ghp_a1B2');
    expect(text).not.toContain('hunter22');
    expect(text).not.toContain('MIIE');
    expect(text).toContain('" y"');
  });

  it('redacts a secret that the size limit cuts in half', () => {
    // It is recognized by its end: its beginning alone does not match.
    const url = `postgres://app:${'S3cretPw'.repeat(20)}@db.example/app`;
    for (const seen of [20, 90, 150]) {
      bench.take(bash(session, 'x', `${'x'.repeat(64 * 1024 - seen)}${url} and ${'z'.repeat(1000)}`));
      expect(JSON.stringify(stored()?.body)).not.toContain('S3cretPw');
    }
  });

  it('removes secrets and private text from names and paths by which events are filed, and shortens them', () => {
    const key = `ghp_${'a1B2'.repeat(9)}`;
    const odd = { ...session, cwd: `/w/${key}` };
    bench.take(
      bash(odd, 'x', 'y', { tool_name: `T ${key} <private>S3${'x'.repeat(5000)}`, agent_type: key, agent_id: 'a' }),
    );
    const rows = JSON.stringify([
      bench.store.db.prepare('select tool_name, agent_type, cwd, worktree from events').all(),
      bench.store.db.prepare('select key, name from projects').all(),
    ]);
    expect(rows).not.toContain(key);
    expect(rows).not.toContain('S3');
    expect(rows.length).toBeLessThan(3000);
  });

  it('redacts a secret by its name, wherever its value is', () => {
    bench.take(
      bash(session, 'x', 'y', {
        tool_input: JSON.parse(
          '{"password": 1234567890, "api_key": ["k3y-in-a-list"], "client_secret": {"value": "k3y-in-a-value"}, "env": [{"name": "DB_PASSWORD", "value": "k3y-in-env"}], "__proto__": "kept", "max_tokens": 123456}',
        ),
      }),
    );
    const text = JSON.stringify(stored()?.body);
    for (const secret of ['1234567890', 'k3y-in-a-list', 'k3y-in-a-value', 'k3y-in-env'])
      expect(text).not.toContain(secret);
    expect(text).toContain('"__proto__":"kept"');
    expect(text).toContain('123456');
  });

  it('strips injected context, so that memories do not feed back into memory', () => {
    bench.take(prompt(session, 'go <c-mem-context>old notes</c-mem-context>on'));
    bench.take(bash(session, 'cat', 'a <system-reminder>be brief</system-reminder>b'));
    expect(bench.prompts(session.sessionId)[0]?.text).toBe('go on');
    expect(stored()?.body).toMatchObject({ response: { stdout: 'a b' } });
  });
});

it.each([
  ['Bash', ['Bash'], ['bash', 'BashOutput']],
  ['mcp__*', ['mcp__a', 'mcp__a__b/c.d'], ['Xmcp__a']],
  ['*File*', ['WriteFile', 'FileSave'], ['Edit']],
  ['!Bash', ['!Bash'], ['Edit', 'Bash']],
  ['{Edit,Write}', ['{Edit,Write}'], ['Edit']],
  ['a[b]', ['a[b]'], ['ab']],
])('the pattern %s skips %j and not %j', (pattern, skipped, kept) => {
  const isSkipped = createToolFilter([pattern]);
  const host = hostNamed('claude-code');
  for (const name of skipped) expect(isSkipped(name, host), name).toBe(true);
  for (const name of kept) expect(isSkipped(name, host), name).toBe(false);
  expect(createToolFilter([])('Bash', host)).toBe(false);
});
