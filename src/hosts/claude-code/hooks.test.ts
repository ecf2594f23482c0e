import { describe, expect, it } from 'vitest';
import { HOT_EVENTS, hooksFor, mcpFor, NODE_EVENTS } from './hooks.ts';

describe('which program an event is handed to (C3)', () => {
  it.each(['linux', 'darwin'])('%s: hot events to the shell’s spool, the others to Node', (platform) => {
    const { hooks } = hooksFor(platform);
    for (const event of HOT_EVENTS) expect(hooks[event]?.[0]?.hooks[0]?.args.at(-2)).toMatch(/scripts\/spool\.sh$/);
    for (const event of NODE_EVENTS) expect(hooks[event]?.[0]?.hooks[0]?.args.at(-2)).toMatch(/scripts\/node\.sh$/);
    for (const groups of Object.values(hooks)) {
      expect(groups[0]?.hooks[0]).toMatchObject({ type: 'command', command: 'sh', timeout: 10 });
    }
  });

  it('Windows: all of them to the Node hook, and no shell anywhere', () => {
    const { hooks } = hooksFor('win32');
    expect(Object.keys(hooks).sort()).toEqual([...HOT_EVENTS, ...NODE_EVENTS].sort());
    for (const [event, groups] of Object.entries(hooks)) {
      expect(groups[0]?.hooks[0]).toEqual({
        type: 'command',
        command: 'node',
        args: ['${CLAUDE_PLUGIN_ROOT}/scripts/hook.cjs', event],
        timeout: 10,
      });
    }
    expect(mcpFor('win32').mcpServers['c-mem']?.command).toBe('node');
  });

  it('the memory’s tools are always loaded', () => {
    expect(mcpFor('linux').mcpServers['c-mem']?.alwaysLoad).toBe(true);
  });
});
