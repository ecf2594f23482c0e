// Payloads with commands in them, whatever a host drops of the configuration: nothing is run, nothing is printed.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { has, QUIET, scratch, session, useHookBench, which } from '../helpers/hook-bench.ts';
import { prompt } from '../helpers/payloads.ts';
import { hookCommand, PLUGIN, run } from '../helpers/scratch.ts';

useHookBench();

describe('every payload is data in every host', () => {
  /** Runs what stands in it, if anything does. */
  const hostile = (marker: string) =>
    JSON.stringify({
      ...prompt(session, `x $(touch ${marker}) \`touch ${marker}\`\n$(touch ${marker})\n; touch ${marker} #`),
      tool_name: `$(touch ${marker})`,
      cwd: `/tmp/$(touch ${marker})`,
      tool_input: { [`$(touch ${marker})`]: `"; touch ${marker}; "` },
    });
  const everyEvent = Object.keys(
    (JSON.parse(readFileSync(join(PLUGIN, 'hooks', 'hooks.json'), 'utf8')) as { hooks: object }).hooks,
  );

  it.each(everyEvent)(
    '%s: whatever a host drops of the configuration, nothing of stdin is run or printed',
    async (event) => {
      const marker = join(scratch.home, 'ran');
      const body = hostile(marker);
      const { args, env } = hookCommand(event, PLUGIN);
      const command = args[1] as string;
      const spaced = join(scratch.home, 'a $(touch ran) folder');
      execFileSync('cp', ['-r', PLUGIN, spaced]);
      const lost = join(scratch.home, 'no-mode');
      execFileSync('cp', ['-r', PLUGIN, lost]);
      execFileSync('chmod', ['-R', '-x+X', join(lost, 'scripts')]);
      const torn = join(scratch.home, 'torn');
      mkdirSync(join(torn, 'scripts'), { recursive: true });
      for (const script of ['spool.sh', 'node.sh'])
        writeFileSync(join(torn, 'scripts', script), 'if [ -n "$1" ]; then (');
      const empty = join(scratch.home, 'empty');
      mkdirSync(join(empty, 'scripts', 'spool.sh'), { recursive: true });
      mkdirSync(join(empty, 'scripts', 'node.sh'), { recursive: true });
      const cases: [string, string[], Record<string, string>][] = [
        ['as it is', ['-c', command], env],
        ['the variable unset', ['-c', command], {}],
        ['the variable not expanded', ['-c', command], { CLAUDE_PLUGIN_ROOT: '${CLAUDE_PLUGIN_ROOT}' }],
        ['spaces and a command in the path', ['-c', command], { CLAUDE_PLUGIN_ROOT: spaced }],
        ['the mode lost', ['-c', command], { CLAUDE_PLUGIN_ROOT: lost }],
        ['the script torn', ['-c', command], { CLAUDE_PLUGIN_ROOT: torn }],
        ['a folder for a script', ['-c', command], { CLAUDE_PLUGIN_ROOT: empty }],
        ['the event missing', [join(PLUGIN, 'scripts', 'spool.sh')], env],
        ['the event missing, Node', [join(PLUGIN, 'scripts', 'node.sh')], env],
        ['the host missing', [join(PLUGIN, 'scripts', 'spool.sh'), event], env],
        ['the host missing, Node', [join(PLUGIN, 'scripts', 'node.sh'), event], env],
      ];
      for (const shell of ['dash', 'bash', 'ksh'].filter(has)) {
        for (const [name, argv, more] of cases) {
          const ran = await run(which(shell), argv, { ...scratch.env, ...more }, body, scratch.home);
          // A first session gets a line of its own, and Setup tells of faults; nothing of the payload is in it.
          if (event === 'SessionStart' || event === 'Setup') expect(ran.stdout).not.toContain('touch');
          else expect([shell, name, ran]).toEqual([shell, name, QUIET]);
          expect([shell, name, ran.code, ran.stderr]).toEqual([shell, name, 0, '']);
        }
      }
      expect(existsSync(marker)).toBe(false);
      expect(existsSync(join(scratch.home, 'ran'))).toBe(false);
    },
  );

  it('the MCP server takes nothing from stdin but its protocol, and is quiet without its program', async () => {
    const marker = join(scratch.home, 'ran');
    const { mcpServers } = JSON.parse(readFileSync(join(PLUGIN, '.mcp.json'), 'utf8')) as {
      mcpServers: Record<string, { command: string; args?: string[] }>;
    };
    for (const { command, args } of Object.values(mcpServers)) {
      expect(args).toBeUndefined();
      const program = command.replace('${CLAUDE_PLUGIN_ROOT}', PLUGIN);
      const ran = await run(
        program,
        [],
        scratch.env,
        `$(touch ${marker})\n{"jsonrpc":"2.0","method":"$(touch ${marker})"}\n`,
      );
      expect(ran.code).toBe(0);
      const alone = join(scratch.home, 'alone', 'scripts');
      mkdirSync(alone, { recursive: true });
      copyFileSync(program, join(alone, 'c-mem-mcp'));
      expect(await run(join(alone, 'c-mem-mcp'), [], scratch.env, `$(touch ${marker})`)).toEqual(QUIET);
    }
    expect(existsSync(marker)).toBe(false);
  });

  it('a bare Node, as on Windows with its arguments dropped, runs nothing of a payload', async () => {
    const marker = join(scratch.home, 'ran');
    for (const body of [hostile(marker), `[${hostile(marker)}]`, `${hostile(marker)}\n${hostile(marker)}`])
      await run(process.execPath, [], scratch.env, body);
    expect(existsSync(marker)).toBe(false);
  });
});
