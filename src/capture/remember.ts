// Stores a memory that a person or an agent asks to remember, cleaned like everything else.

import { readFileSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { CMemError } from '../domain/errors.ts';
import type { FileTouch } from '../domain/event.ts';
import { EMPTY_OBSERVATION } from '../domain/memory.ts';
import type { ObservationType } from '../domain/memory-types.ts';
import { FINDING_TYPES } from '../domain/memory-types.ts';
import type { Project } from '../domain/session.ts';
import type { Store } from '../store/index.ts';
import { fileDigest } from '../text/digest.ts';
import { truncate } from '../text/truncate.ts';
import { type CleanOptions, cleanText } from './clean/fields.ts';

export interface MemoryInput {
  text: string;
  title?: string | undefined;
  type?: string | undefined;
  concepts?: string[] | undefined;
  files?: string[] | undefined;
}

const MOST_CHARACTERS = 20_000;
const MOST_BYTES = 2 * 1024 * 1024;

/** Stores one observation in the project and returns its ID. */
export function remember(
  store: Store,
  input: MemoryInput,
  options: { project: Project; branch: string | null; now: number; cleaner: CleanOptions },
): { id: number; title: string } {
  const clean = (words: string) => cleanText(words, options.cleaner).trim();
  const text = clean(input.text.slice(0, MOST_CHARACTERS));
  if (text === '') {
    throw new CMemError('USAGE', 'There is nothing to remember', { fix: 'Enter some text; private text is not kept.' });
  }
  const title = clean(input.title ?? '') || firstSentence(text);
  const type = FINDING_TYPES.find((known) => known === input.type) ?? guessType(text);
  const touches = (input.files ?? [])
    .map(clean)
    .filter((file) => file !== '')
    .map((file) => touch(isAbsolute(file) ? file : join(options.project.worktree, file)));
  const observation = {
    ...EMPTY_OBSERVATION,
    type,
    title: title.slice(0, 200),
    narrative: text.replace(/[.\s]+$/, '') === title ? null : text,
    concepts: (input.concepts ?? []).map(clean).filter((concept) => concept !== ''),
    filesRead: touches.map(({ path }) => path),
  };
  const context = {
    sessionId: null,
    promptNumber: null,
    branch: options.branch,
    at: options.now,
    provider: 'user',
    files: [],
  };
  const id = store.transact(() => {
    const projectId = store.projects.ensure(options.project, options.now);
    return store.memories.insert(null, null, observation, { ...context, projectId }) as number;
  });
  return { id, title };
}

/** The memory refers to the current content of the file. */
function touch(path: string): FileTouch {
  const small = (statSync(path, { throwIfNoEntry: false })?.size ?? MOST_BYTES) < MOST_BYTES;
  return { path, role: 'read', digest: small ? fileDigest(readFileSync(path, 'utf8')) : null };
}

function guessType(text: string): ObservationType {
  return /\b(?:decided|decision|always|never|prefer|instead of|rather than|must|use \w+ (?:for|not))\b/i.test(text)
    ? 'decision'
    : 'discovery';
}

/** The complete text if it is short. */
function firstSentence(text: string): string {
  if (text.length <= 100 && !text.includes('\n')) return text.replace(/[.\s]+$/, '');
  const first = /^.*?(?:[.!?](?=\s)|\n|$)/s.exec(text)?.[0].trim() ?? text;
  return truncate(first.length <= 100 ? first.replace(/[.\s]+$/, '') : first, 100);
}
