// What comes from the server: a colleague may send anything, so everything is checked and cut.
import { isObject, type JsonObject } from '../domain/json.ts';
import { OBSERVATION_TYPES, type ObservationType } from '../domain/memory-types.ts';
import { type ProfileCommand, RUN_KINDS } from '../domain/profile.ts';
import { RULE_SCOPES, RULE_SOURCES, RULE_STATES, type RuleFacts } from '../domain/rule.ts';
import type { IncomingItem, SharedContent, SharedKind } from '../domain/team.ts';
import { bodyDigest } from './outgoing.ts';

/** As `c_mem.pull` and `c_mem.push` return it. */
export interface ServerRow {
  uid: string;
  kind: string;
  type: string | null;
  author: string;
  own: boolean;
  rev: string | number;
  at: string | number;
  body: unknown;
  supersededBy: string | null;
  supersededRev: string | number;
  gone: string | null;
}

const MOST_OF_TEXT = 20_000;
const MOST_IN_LIST = 200;

/** Null if this version does not understand it. */
export function readItem(row: ServerRow): IncomingItem | null {
  if (!['observation', 'summary', 'session', 'profile'].includes(row.kind)) return null;
  const kind = row.kind as SharedKind;
  const gone = row.gone === 'withdrawn' ? 'withdrawn' : row.gone === null ? null : 'forgotten';
  const content = gone === null && isObject(row.body) ? readContent(kind, row.type, row.body) : null;
  if (gone === null && content === null) return null;
  return {
    ...{ uid: plainUid(row.uid), kind, gone, content },
    author: row.own ? null : row.author.slice(0, 60),
    ...{ rev: Number(row.rev), at: Number(row.at), digest: bodyDigest(row.body) },
    supersededBy: row.supersededBy === null ? null : plainUid(row.supersededBy),
    supersededRev: Number(row.supersededRev),
  };
}

export const plainUid = (uid: string) => uid.replaceAll('-', '').toLowerCase();

export function readContent(kind: SharedKind, type: string | null, body: JsonObject): SharedContent | null {
  const text = (name: string) => textOf(body[name]);
  const turn = {
    session: typeof body['session'] === 'string' ? plainUid(body['session']) : null,
    host: text('host'),
    turn: numberOf(body['turn']),
    branch: text('branch'),
    commit: text('commit'),
    editedAt: numberOf(body['editedAt']),
  };
  switch (kind) {
    case 'observation':
      return {
        kind,
        type: OBSERVATION_TYPES.includes(type as ObservationType) ? (type as ObservationType) : 'change',
        body: {
          ...turn,
          ...{ title: text('title'), subtitle: text('subtitle'), narrative: text('narrative') },
          ...{ facts: listOf(body['facts']), concepts: listOf(body['concepts']) },
          ...{ filesRead: pathsOf(body['filesRead']), filesModified: pathsOf(body['filesModified']) },
          touches: touchesOf(body['touches']),
          rule: type === 'rule' ? ruleOf(body['rule']) : null,
        },
      };
    case 'summary':
      return {
        kind,
        body: {
          ...turn,
          ...{ title: text('title'), request: text('request'), investigated: text('investigated') },
          ...{ learned: text('learned'), completed: text('completed'), nextSteps: text('nextSteps') },
          notes: text('notes'),
          ...{ filesRead: pathsOf(body['filesRead']), filesEdited: pathsOf(body['filesEdited']) },
        },
      };
    case 'session':
      return { kind, body: { title: text('title'), subtitle: text('subtitle'), host: text('host') ?? 'team' } };
    case 'profile':
      return { kind, body: { commands: commandsOf(body['commands']) } };
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, MOST_OF_TEXT) : null);
const numberOf = (value: unknown) => (typeof value === 'number' && Number.isSafeInteger(value) ? value : null);

function listOf(value: unknown): string[] {
  return Array.isArray(value)
    ? value
        .filter((each) => typeof each === 'string')
        .slice(0, MOST_IN_LIST)
        .map((each) => each.slice(0, MOST_OF_TEXT))
    : [];
}

/** Only paths that stay inside the repository. */
const isInside = (path: string) =>
  path !== '' &&
  path.length < 1000 &&
  !/^[\\/~]|^[A-Za-z]:|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path) &&
  !path.includes('\0');

const pathsOf = (value: unknown) => listOf(value).filter(isInside);

function touchesOf(value: unknown): { path: string; role: 'read' | 'modified'; digest: string | null }[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, MOST_IN_LIST).flatMap((each: unknown) => {
    if (!isObject(each) || typeof each['path'] !== 'string' || !isInside(each['path'])) return [];
    const digest = typeof each['digest'] === 'string' ? each['digest'].slice(0, 100) : null;
    return [
      { path: each['path'], role: each['role'] === 'modified' ? ('modified' as const) : ('read' as const), digest },
    ];
  });
}

function ruleOf(value: unknown): RuleFacts {
  const given = isObject(value) ? value : {};
  const oneOf = <T extends string>(values: readonly T[], name: string, fallback: T) =>
    values.includes(given[name] as T) ? (given[name] as T) : fallback;
  return {
    state: oneOf(RULE_STATES, 'state', 'said'),
    scope: oneOf(RULE_SCOPES, 'scope', 'project'),
    source: oneOf(RULE_SOURCES, 'source', 'team'),
    timesSaid: numberOf(given['timesSaid']) ?? 1,
    lastSaidAt: numberOf(given['lastSaidAt']) ?? 0,
  };
}

function commandsOf(value: unknown): ProfileCommand[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, 40).flatMap((each: unknown) => {
    if (!isObject(each) || typeof each['command'] !== 'string' || !RUN_KINDS.includes(each['kind'] as 'test'))
      return [];
    return [
      {
        kind: each['kind'] as ProfileCommand['kind'],
        command: each['command'].slice(0, 500),
        passed: numberOf(each['passed']) ?? 0,
        runs: numberOf(each['runs']) ?? 0,
        partial: each['partial'] === true,
        lastFailed: each['lastFailed'] === true,
        lastAt: numberOf(each['lastAt']) ?? 0,
      },
    ];
  });
}
