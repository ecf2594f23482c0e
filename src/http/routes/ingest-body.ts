// The bodies of the session routes: hosts use several names for the same thing.
import * as z from 'zod';
import { CMemError } from '../../domain/errors.ts';
import { isObject, type Json } from '../../domain/json.ts';

const name = z.string().max(4096).optional();
const anything = z.unknown().optional();
const number = z.number().int().min(1).optional();

const id = z.string().min(1).max(256);

/** The host's session ID, under any of its names. */
export const SessionIds = { claudeSessionId: id.optional(), sessionId: id.optional(), session_id: id.optional() };
export const SessionParam = z.object({ id });

export const SessionFields = {
  ...SessionIds,
  host: z.string().min(1).max(64).optional().describe('The calling agent, such as cursor'),
  project: name.describe('Project ID, path, or name; with cwd, the name of its project if that is new'),
  cwd: name,
  prompt: z.string().optional(),
  userPrompt: z.string().optional(),
  prompt_id: z.string().max(256).optional(),
  prompt_number: number,
  promptNumber: number,
  source: z.string().max(64).optional().describe('How the session starts: startup, resume, clear, compact, fork'),
  tool_name: z.string().max(256).optional(),
  tool_input: anything,
  tool_response: anything,
  tool_output: anything,
  tool_use_id: z
    .string()
    .max(256)
    .optional()
    .describe('Identifies the call, so that it is recorded once even if it is sent twice'),
  error: z.string().optional().describe('The error message, if the tool failed'),
  duration_ms: z.number().optional(),
  last_user_message: z.string().optional().describe('The prompt of the finished turn, for hosts that only send it now'),
  last_assistant_message: z.string().optional(),
  reason: z.string().max(256).optional(),
};
export type SessionBody = z.infer<z.ZodObject<typeof SessionFields>>;

export function sessionIdOf(body: z.infer<z.ZodObject<typeof SessionIds>>): string | undefined {
  return body.claudeSessionId ?? body.sessionId ?? body.session_id;
}

export function bodySession(body: SessionBody): string {
  const id = sessionIdOf(body);
  if (id === undefined) throw new CMemError('REQUEST_INVALID', 'body: sessionId is missing');
  return id;
}

/** The number of the turn that a call refers to, as the host counts turns. */
export function turnNumber(body: SessionBody): number | null {
  return body.prompt_number ?? body.promptNumber ?? null;
}

/** Some hosts send JSON inside a string. */
export function unwrap(value: unknown): Json {
  if (typeof value === 'string' && /^\s*[{[]/.test(value)) {
    try {
      const parsed: unknown = JSON.parse(value);
      if (isObject(parsed) || Array.isArray(parsed)) return parsed as Json;
    } catch {
      // Just a string.
    }
  }
  return (value ?? null) as Json;
}
