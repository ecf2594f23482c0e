// Claude Code's hook and MCP configuration on each platform.
import { describe, expect, it } from 'vitest';
import { HOT_EVENTS, hooksFor, mcpFor, NODE_EVENTS } from './hooks.ts';

/** The complete configuration of each event's hook. */
const hooksOf = (platform: string) =>
  Object.entries(hooksFor(platform).hooks).flatMap(([event, groups]) =>
    groups.flatMap((group) => group.hooks.map((hook) => ({ event, hook }))),
  );

describe('which program handles an event', () => {
  it.each(['linux', 'darwin'])('%s: the shell spools hot events, Node handles the others', (platform) => {
    for (const { event, hook } of hooksOf(platform)) {
      const script = (HOT_EVENTS as readonly string[]).includes(event) ? 'spool.sh' : 'node.sh';
      expect(hook.command).toContain(`/scripts/${script}"`);
      expect(hook.command).toContain(`set -- ${event} plugin:claude-code`);
      expect(hook.timeout).toBe(10);
    }
  });

  it('Windows: the Node hook handles all of them, without a shell', () => {
    const all = hooksOf('win32');
    expect(all.map(({ event }) => event).sort()).toEqual([...HOT_EVENTS, ...NODE_EVENTS].sort());
    for (const { event, hook } of all)
      expect(hook.command).toBe(`node "\${CLAUDE_PLUGIN_ROOT}/dist/hook.cjs" ${event} plugin:claude-code`);
    expect(mcpFor('win32').mcpServers['c-mem']?.command).toBe('node');
  });

  it('the MCP tools are always loaded', () => {
    expect(mcpFor('linux').mcpServers['c-mem']?.alwaysLoad).toBe(true);
  });
});

describe('nothing that a host may ignore', () => {
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
