// Registers a tool. Its arguments are checked here and not by the library, so that an agent that mistypes one sees what
// would have been right, in a result that it reads.
import type { McpServer } from '@modelcontextprotocol/server';
import type * as z from 'zod';
import { CMemError } from '../domain/errors.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import { guarded, type ToolAnswer } from './deps.ts';

export interface Tool<Input extends z.ZodObject> {
  name: string;
  description: string;
  /** A strict object: the schema that hosts see allows no other arguments. */
  input: Input;
  output: z.ZodObject;
  annotations: { readOnlyHint: boolean; destructiveHint?: boolean; idempotentHint?: boolean; openWorldHint: boolean };
  run(args: z.infer<Input>): Promise<ToolAnswer>;
}

export function registerTool<Input extends z.ZodObject>(server: McpServer, tool: Tool<Input>): void {
  const { name, description, input, output: outputSchema, annotations } = tool;
  const { jsonSchema } = input['~standard'];
  // The library would answer a wrong argument itself, with a list of raw issues.
  const inputSchema = {
    '~standard': { version: 1 as const, vendor: 'c-mem', validate: (value: unknown) => ({ value }), jsonSchema },
  };
  server.registerTool(name, { description, inputSchema, outputSchema, annotations }, (given) =>
    guarded(async () => tool.run(checked(tool, given))),
  );
}

function checked<Input extends z.ZodObject>({ name, input }: Tool<Input>, given: unknown): z.infer<Input> {
  const known = Object.keys(input.shape);
  const takes = known.length === 0 ? `${name} takes no arguments.` : `${name} takes: ${known.join(', ')}.`;
  const odd = Object.keys((given ?? {}) as object).find((key) => !known.includes(key));
  if (odd !== undefined)
    throw new CMemError('USAGE', `Unknown argument "${odd.slice(0, 100)}"`, {
      fix: `${didYouMean(odd, known, (match) => `"${match}"`)}${takes}`,
    });
  const parsed = input.safeParse(given);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`);
  throw new CMemError('USAGE', `Invalid arguments. ${wrong.join('; ')}`, { fix: takes });
}
