// What `doctor` tries: a test event goes from the installed hook to the ledger, where it is rolled back, and the provider
// is asked for its list of models, which is free.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Paths } from '../config/paths.ts';
import type { Settings } from '../config/settings.ts';
import { type Finding, fault, ok, warning } from '../domain/finding.ts';
import { isObject, text } from '../domain/json.ts';
import { HOSTS, type HookCommand } from '../hosts/index.ts';
import { chooseEmbedder } from '../providers/embeddings.ts';
import { listModels } from '../providers/models.ts';
import { ProviderError } from '../providers/provider.ts';
import { embeddingRemedyFor, remedyFor } from '../providers/remedy.ts';

const WAIT_MS = 8000;

/** Uses the hook that is really installed; `start` starts a worker if none is running. */
export async function probeCapture(paths: Paths, start: () => void): Promise<Finding> {
  const id = `c-mem-doctor-${randomUUID()}`;
  const installed = HOSTS.find(({ integration }) => integration?.installedFolder(paths) != null);
  if (!installed)
    return warning('probe', 'Could not send a test event: the plugin is not installed', 'Run `c-mem install`.');
  const test = installed.integration?.testStop(paths, id);
  if (!test) return fault('probe', 'The hook failed (hooks.json does not contain it)', 'Run `c-mem install`.');
  const ran = await runHook(test.command, JSON.stringify({ ...test.payload, c_mem_probe: id }));
  if (ran !== null) return fault('probe', `The hook failed (${ran})`, 'Run `c-mem install`.');
  for (const end = Date.now() + WAIT_MS; Date.now() < end; await sleep(50)) {
    // Repeated: a worker that started and died is not started again immediately.
    start();
    const result = readResult(paths.probe, id);
    if (result === null) continue;
    rmSync(paths.probe, { force: true });
    return result === 'added'
      ? ok('probe', 'a test event went through hook, spool and ledger, and was rolled back')
      : fault('probe', `A test event arrived but would not be kept (${result})`, 'Read `c-mem worker logs`.');
  }
  return fault(
    'probe',
    'A test event was sent through the hook but did not reach the ledger',
    'Run `c-mem worker restart`, then `c-mem doctor` again; see `c-mem worker logs` for details.',
  );
}

function readResult(file: string, id: string): string | null {
  if (!existsSync(file)) return null;
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isObject(value) && text(value, 'id') === id ? text(value, 'result') : null;
  } catch {
    return null;
  }
}

/** Null if it exited silently with 0, as a hook must. */
function runHook({ program, args, env, shell }: HookCommand, payload: string): Promise<string | null> {
  return new Promise((done) => {
    const child = spawn(program, args, { env, shell, stdio: ['pipe', 'pipe', 'pipe'] });
    let said = '';
    child.stdout.on('data', (chunk) => (said += chunk));
    child.stderr.on('data', (chunk) => (said += chunk));
    child.on('error', (error) => done(error.message));
    child.on('close', (code) => done(code !== 0 ? `exit code ${code}` : said ? 'unexpected output' : null));
    child.stdin.on('error', () => undefined);
    child.stdin.end(payload);
  });
}

export async function probeModel(settings: Settings): Promise<Finding[]> {
  const { provider, baseUrl } = settings;
  if (provider === 'embedded') return [];
  const asked = await listModels(settings);
  if (asked.state === 'unknown') return [];
  if (asked.state === 'failed')
    return [fault('model', `${provider}: ${asked.why}`, remedyFor(provider, asked.why, baseUrl))];
  const { models } = asked;
  return settings.model &&
    models.length > 0 &&
    !models.some((name) => name === settings.model || name.endsWith(`/${settings.model}`))
    ? [
        warning(
          'model',
          `${provider} responds but does not list the model ${settings.model}`,
          'Choose another model: `c-mem config set model NAME`.',
        ),
      ]
    : [ok('model', `${provider} responds${models.length > 0 ? `, ${models.length} models` : ''}`)];
}

/** Longer than a search would wait: a local server may have to load the model first. */
const EMBED_MS = 20_000;

/** One word is embedded: it shows whether address, key and model are right. */
export async function probeEmbeddings(settings: Settings): Promise<Finding[]> {
  const embedder = chooseEmbedder(settings);
  if (!embedder) return [];
  try {
    const { vectors } = await embedder.embed(['test'], 'query', AbortSignal.timeout(EMBED_MS));
    return [ok('embeddings', `${embedder.model} responds, ${vectors[0]?.length} dimensions`)];
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const fix = embeddingRemedyFor(error.message, settings.embeddings.url);
    return [warning('embeddings', `${embedder.model}: ${error.message}`, fix)];
  }
}
