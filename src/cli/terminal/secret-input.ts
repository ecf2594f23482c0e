// Reads a secret that must not appear on a command line: typed invisibly, or as one line from a pipe.
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { CMemError } from '../../domain/errors.ts';

const MOST_CHARACTERS = 10_000;

/** Null if the user canceled. */
export function readSecret(name: string): Promise<string | null> {
  return process.stdin.isTTY ? fromTerminal(name) : fromPipe(name);
}

function fromTerminal(name: string): Promise<string | null> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  process.stderr.write(`New ${name} (input is hidden): `);
  return new Promise((done) => {
    terminal.once('line', (line) => {
      done(line.trim() || null);
      terminal.close();
    });
    terminal.once('close', () => {
      process.stderr.write('\n');
      done(null);
    });
  });
}

async function fromPipe(name: string): Promise<string> {
  let text = '';
  process.stdin.setEncoding('utf8');
  for await (const chunk of process.stdin) {
    text += chunk;
    if (text.length > MOST_CHARACTERS) break;
  }
  const secret = text.trim();
  if (secret === '' || secret.length > MOST_CHARACTERS || /\s/.test(secret))
    throw new CMemError('USAGE', secret === '' ? `${name} is missing` : `The text on stdin is not a valid ${name}`, {
      fix: `Pipe it in as one line: \`printf %s "$KEY" | c-mem config set ${name}\`, or run the command on a terminal to be prompted.`,
    });
  return secret;
}
