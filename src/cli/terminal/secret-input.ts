// Reads a secret that must not appear on a command line: typed invisibly, as one line from a pipe, or from a private file.
import { readFileSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { CMemError } from '../../domain/errors.ts';

const MOST_CHARACTERS = 100_000;

/** The new value of a setting; null if the user canceled. */
export function readSecret(name: string): Promise<string | null> {
  return process.stdin.isTTY
    ? fromTerminal(`New ${name}`)
    : fromPipe(
        name,
        `Pipe it in as one line: \`printf %s "$KEY" | c-mem config set ${name}\`, or run the command on a terminal to be prompted.`,
      );
}

export interface Hidden {
  /** What it is, for the prompt and for errors: `Password of postgres`. */
  what: string;
  /** A file that only its owner can read. */
  file?: string | undefined;
  fix: string;
}

/** From the file if one is named, else from the terminal or a pipe; null if the user canceled. */
export async function readHidden({ what, file, fix }: Hidden): Promise<string | null> {
  if (file !== undefined) return fromFile(file);
  return process.stdin.isTTY ? fromTerminal(what) : fromPipe(what, fix);
}

export function fromFile(file: string): string {
  const { mode } = statSync(file);
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new CMemError('USAGE', `Others can read ${file}`, { fix: `Run \`chmod 600 ${file}\`.` });
  return readFileSync(file, 'utf8').trim();
}

function fromTerminal(what: string): Promise<string | null> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  process.stderr.write(`${what} (input is hidden): `);
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

async function fromPipe(what: string, fix: string): Promise<string> {
  let text = '';
  process.stdin.setEncoding('utf8');
  for await (const chunk of process.stdin) {
    text += chunk;
    if (text.length > MOST_CHARACTERS) break;
  }
  const secret = text.trim();
  if (secret === '' || secret.length > MOST_CHARACTERS || /\s/.test(secret))
    throw new CMemError('USAGE', secret === '' ? `${what} is missing` : `The text on stdin is not a valid ${what}`, {
      fix,
    });
  return secret;
}
