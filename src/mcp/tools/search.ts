// search: an index of what matches, cheap to read.
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { OBSERVATION_TYPES } from '../../domain/memory.ts';
import { MEMORY_KINDS } from '../../domain/recall.ts';
import { search } from '../../recall/search.ts';
import { hitLines } from '../../recall/show.ts';
import { createStalenessCheck } from '../../recall/staleness.ts';
import { createMemoryReader } from '../../store/recall.ts';
import { createSearchStore } from '../../store/search.ts';
import { answer, type Desk, guarded, projectsOf } from '../desk.ts';

export function registerSearch(server: McpServer, desk: Desk): void {
  server.registerTool(
    'search',
    {
      description:
        'Find memories of past sessions by words. Returns an index (id, date, type, title, ~tokens); read the ones you need with get_observations.',
      inputSchema: z.object({
        query: z
          .string()
          .optional()
          .describe('Words, "a phrase", or the start of a word*; may be left out with file, type, …'),
        project: z.string().optional().describe('Name, path or id; "all" for every project; default: this one'),
        type: z.enum(OBSERVATION_TYPES).optional(),
        kind: z.enum(MEMORY_KINDS).optional(),
        concept: z.string().optional(),
        file: z.string().optional().describe('A path or part of one'),
        branch: z.string().optional(),
        since: z.string().optional().describe('ISO date'),
        until: z.string().optional().describe('ISO date'),
        limit: z.number().int().min(1).max(50).optional().describe('Default 10'),
        offset: z.number().int().min(0).optional().describe('For the next page'),
      }),
      outputSchema: z.object({ hits: z.array(z.string()), hint: z.string().optional() }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (asked) =>
      guarded(() =>
        desk.withStore(async (db) => {
          const { limit = 10, offset = 0 } = asked;
          const found = await search(
            createSearchStore(db),
            {
              text: asked.query ?? '',
              projectIds: projectsOf(db, desk, asked.project),
              types: asked.type && [asked.type],
              kinds: asked.kind && [asked.kind],
              concepts: asked.concept === undefined ? undefined : [asked.concept],
              file: asked.file,
              branch: asked.branch,
              since: time(asked.since),
              until: time(asked.until),
              limit,
              offset,
            },
            desk.now(),
          );
          const hits = await hitLines(createMemoryReader(db), found.hits, createStalenessCheck(desk.project.worktree));
          const hint = found.more
            ? `More with offset ${offset + limit}.`
            : hits.length === 0
              ? `Nothing found for "${(asked.query ?? '').slice(0, 200)}". Try other words, or project: "all".`
              : undefined;
          return answer([...hits, ...(hint ? [hint] : [])], { hits, ...(hint ? { hint } : {}) });
        }),
      ),
  );
}

/** What is no date does not narrow. */
function time(text: string | undefined): number | undefined {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? undefined : at;
}
