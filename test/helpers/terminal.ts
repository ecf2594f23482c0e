// A command on a real terminal: `script` makes one, and what a person would type is typed when it is asked for.
import { spawn } from 'node:child_process';
import type { Ran } from './scratch.ts';

/** Types each answer once its question is on the screen. What is shown is all in `stdout`. */
export function onTerminal(
  words: string[],
  options: { env: Record<string, string>; cwd: string; answers: [question: string, answer: string][] },
): Promise<Ran> {
  return new Promise((done, fail) => {
    const line = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
    const child = spawn('script', ['-qec', line, '/dev/null'], { env: options.env, cwd: options.cwd });
    const answers = [...options.answers];
    let stdout = '';
    let read = 0;
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
      const [next] = answers;
      const at = next ? stdout.indexOf(next[0], read) : -1;
      if (!next || at < 0) return;
      read = at + next[0].length;
      answers.shift();
      child.stdin.write(next[1]);
    });
    child.on('error', fail);
    child.on('close', (code) => done({ code, stdout: stdout.replaceAll('\r\n', '\n'), stderr: '' }));
  });
}
