// Recognizing payloads of Claude Code among those of other hosts.
import { describe, expect, it } from 'vitest';
import { readDelivery } from '../../capture/delivery.ts';
import type { JsonObject } from '../../domain/json.ts';
import { isClaudeCode, looksLikeClaudeCode } from './marks.ts';

const isForeign = (door: { plugin: boolean; host: string; payload: JsonObject }) =>
  readDelivery({ ...door, id: 'x', at: 0, event: 'Stop', projectDir: null }).foreign;

const OURS = [
  '/home/me/.claude/projects/-home-me-shop/1f0c.jsonl',
  '/elsewhere/config/projects/-w/1f0c.jsonl',
  'C:\\Users\\me\\.claude\\projects\\C--shop\\1f0c.jsonl',
];
const THEIRS = [
  ['Droid', '/home/me/.factory/projects/-home-me-shop/1f0c.jsonl'],
  ['Droid on Windows', 'C:\\Users\\me\\.factory\\projects\\C--shop\\1f0c.jsonl'],
  ['a file elsewhere', '/home/me/.other/sessions/1f0c.jsonl'],
  ['a file of another kind', '/home/me/.claude/projects/-home-me-shop/1f0c.json'],
  ['a folder without a project', '/home/me/.claude/projects/1f0c.jsonl'],
] as const;

describe('a payload of Claude Code is recognized by its transcript', () => {
  it.each(OURS)('%s is recognized, parsed or not', (transcript_path) => {
    expect(isClaudeCode({ transcript_path })).toBe(true);
    expect(looksLikeClaudeCode(JSON.stringify({ session_id: 's', transcript_path }))).toBe(true);
    expect(looksLikeClaudeCode(JSON.stringify({ session_id: 's', transcript_path }, null, 2))).toBe(true);
    expect(isForeign({ plugin: true, host: 'claude-code', payload: { transcript_path } })).toBe(false);
  });

  it.each(THEIRS)('%s is not', (_name, transcript_path) => {
    expect(isClaudeCode({ transcript_path })).toBe(false);
    expect(looksLikeClaudeCode(JSON.stringify({ session_id: 's', transcript_path }))).toBe(false);
    expect(isForeign({ plugin: true, host: 'claude-code', payload: { transcript_path } })).toBe(true);
    // A user who configured the hook manually named the host.
    expect(isForeign({ plugin: false, host: 'droid', payload: { transcript_path } })).toBe(false);
  });

  it('or by the ID of its prompt, wherever the transcript is; words about such an ID prove nothing', () => {
    const payload = { session_id: 's', transcript_path: '/elsewhere/1f0c.jsonl', prompt_id: 'p1' };
    expect(isClaudeCode(payload)).toBe(true);
    expect(looksLikeClaudeCode(JSON.stringify(payload))).toBe(true);
    const quoted = { session_id: 's', transcript_path: '/elsewhere/1f0c.jsonl', prompt: '{"prompt_id":"p1"}' };
    expect(isClaudeCode(quoted)).toBe(false);
    expect(looksLikeClaudeCode(JSON.stringify(quoted))).toBe(false);
    const droid = { ...payload, transcript_path: '/home/me/.factory/projects/-w/1f0c.jsonl' };
    expect(isClaudeCode(droid)).toBe(false);
    expect(looksLikeClaudeCode(JSON.stringify(droid))).toBe(false);
  });

  it('a payload without a transcript is not recognized', () => {
    expect(isClaudeCode({ session_id: 's' })).toBe(false);
    expect(looksLikeClaudeCode('{"session_id":"s"}')).toBe(false);
  });
});
