import { describe, expect, it } from 'vitest';
import { HOT_EVENTS, hooksFor, mcpFor, NODE_EVENTS } from './hooks.ts';

/** The whole configuration of each event's hook. */
const hooksOf = (platform: string) =>
  Object.entries(hooksFor(platform).hooks).flatMap(([event, groups]) =>
    groups.flatMap((group) => group.hooks.map((hook) => ({ event, hook }))),
  );

describe('which program an event is handed to', () => {
  it.each(['linux', 'darwin'])('%s: hot events to the shell’s spool, the others to Node', (platform) => {
    for (const { event, hook } of hooksOf(platform)) {
      const script = (HOT_EVENTS as readonly string[]).includes(event) ? 'spool.sh' : 'node.sh';
      expect(hook.command).toContain(`/scripts/${script}"`);
      expect(hook.command).toContain(`set -- ${event} plugin:claude-code`);
      expect(hook.timeout).toBe(10);
    }
  });

  it('Windows: all of them to the Node hook, and no shell anywhere', () => {
    const all = hooksOf('win32');
    expect(all.map(({ event }) => event).sort()).toEqual([...HOT_EVENTS, ...NODE_EVENTS].sort());
    for (const { event, hook } of all)
      expect(hook.command).toBe(`node "\${CLAUDE_PLUGIN_ROOT}/scripts/hook.cjs" ${event} plugin:claude-code`);
    expect(mcpFor('win32').mcpServers['c-mem']?.command).toBe('node');
  });

  it('the memory’s tools are always loaded', () => {
    expect(mcpFor('linux').mcpServers['c-mem']?.alwaysLoad).toBe(true);
  });
});

describe('nothing that a host may drop', () => {
  it.each(['linux', 'darwin', 'win32'])('%s: a hook is one string', (platform) => {
    for (const { hook } of hooksOf(platform)) expect(Object.keys(hook).sort()).toEqual(['command', 'timeout', 'type']);
  });

  it('the MCP server is a program without arguments', () => {
    expect(mcpFor('linux').mcpServers['c-mem']).toEqual({
      command: '${CLAUDE_PLUGIN_ROOT}/scripts/c-mem-mcp',
      alwaysLoad: true,
    });
  });
});
