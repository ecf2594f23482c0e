// The OpenAPI description, generated from the routes.
import * as z from 'zod';
import { version } from '../config/version.ts';
import { Failure } from './contract.ts';
import type { Route } from './route.ts';

export function describeApi(routes: Route[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const { spec } of routes) {
    for (const [index, path] of spec.paths.entries()) {
      const name = path.replace(/:(\w+)/g, '{$1}');
      paths[name] ??= {};
      paths[name][spec.method] = {
        operationId: operation(spec.method, path),
        summary: index === 0 ? spec.summary : `Alias of ${spec.paths[0]?.replace(/:(\w+)/g, '{$1}')}.`,
        tags: [spec.tag],
        ...(spec.open ? { security: [] } : {}),
        parameters: [...parameters(spec.params, 'path'), ...parameters(spec.query, 'query')],
        ...(spec.body
          ? {
              requestBody: {
                required: false,
                content: { 'application/json': { schema: schemaOf(spec.body, 'input') } },
              },
            }
          : {}),
        responses: {
          200: { description: 'Success', content: content(spec.reply, spec.media) },
          default: {
            description: 'Error',
            content: { 'application/json': { schema: schemaOf(Failure, 'output') } },
          },
        },
      };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'C-Mem',
      version,
      description:
        'Persistent memory for coding agents on this machine. Loopback only; the token is in the data folder.',
    },
    security: [{ token: [] }, { viewer: [] }],
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        viewer: { type: 'apiKey', in: 'cookie', name: 'c-mem-viewer' },
      },
    },
    paths,
  };
}

function operation(method: string, path: string): string {
  const words = path.split(/[^\w]+/).filter(Boolean);
  return [method, ...words]
    .map((word, index) => (index === 0 ? word : word[0]?.toUpperCase() + word.slice(1)))
    .join('');
}

function content(reply: z.ZodType | null, media: string | undefined): object {
  return {
    ...(media ? { [media]: { schema: { type: 'string' } } } : {}),
    ...(reply ? { 'application/json': { schema: schemaOf(reply, 'output') } } : {}),
  };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

interface ObjectSchema {
  properties?: Record<string, { description?: string }>;
  required?: string[];
}

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query'): object[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as ObjectSchema;
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(of.description ? { description: of.description } : {}),
    schema: of,
  }));
}
