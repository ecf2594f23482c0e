// Commands as one would type them again, by ecosystem.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generalCommand } from './general.ts';
import { readShell } from './shell.ts';

/** `test npm test`, with a mark if it was narrowed; null if it is none of ours. */
function general(command: string): string | null {
  const words = readShell(command)?.[0]?.commands[0] ?? [];
  const found = generalCommand(words);
  return found && `${found.kind}${found.partial ? '*' : ''} ${found.command}`;
}

describe('kinds', () => {
  it.each([
    ['npm test', 'test npm test'],
    ['npm run build', 'build npm run build'],
    ['npm run test:e2e', 'test npm run test:e2e'],
    ['pnpm --filter web build', 'build pnpm --filter web build'],
    ['pnpm -r lint', 'lint pnpm -r lint'],
    ['pnpm --filter web exec tsc --noEmit', 'lint pnpm --filter web exec tsc --noEmit'],
    ['yarn dev', 'run yarn dev'],
    ['bun test', 'test bun test'],
    ['bun run typecheck', 'lint bun run typecheck'],
    ['deno task dev', 'run deno task dev'],
    ['deno test -A', 'test deno test -A'],
    ['node --test', 'test node --test'],
    ['cargo build --release', 'build cargo build --release'],
    ['cargo clippy --all-targets -- -D warnings', 'lint cargo clippy --all-targets -- -D warnings'],
    ['cargo nextest run', 'test cargo nextest run'],
    ['cargo run -- --port 3000', 'run cargo run'],
    ['go build', 'build go build ./...'],
    ['go run ./cmd/server --port 3000', 'run go run ./cmd/server'],
    ['golangci-lint run', 'lint golangci-lint run'],
    ['python -m pytest', 'test python -m pytest'],
    ['uv run pytest', 'test uv run pytest'],
    ['poetry run mypy .', 'lint poetry run mypy .'],
    ['ruff check .', 'lint ruff check .'],
    ['tox -e py312', 'test tox -e py312'],
    ['python manage.py runserver', 'run python manage.py runserver'],
    ['make', 'build make'],
    ['make -j8 test', 'test make -j8 test'],
    ['just lint', 'lint just lint'],
    ['task build', 'build task build'],
    ['mise run test:ci', 'test mise run test:ci'],
    ['./gradlew build', 'build ./gradlew build'],
    ['mvn -q clean verify', 'test mvn -q clean verify'],
    ['dotnet test', 'test dotnet test'],
    ['mix format --check-formatted', 'lint mix format --check-formatted'],
    ['bundle exec rspec', 'test bundle exec rspec'],
    ['rake test', 'test rake test'],
    ['vendor/bin/phpunit', 'test vendor/bin/phpunit'],
    ['composer test', 'test composer test'],
    ['cmake --build build', 'build cmake --build build'],
    ['ctest', 'test ctest'],
    ['swift test', 'test swift test'],
    ['bazel test //...', 'test bazel test //...'],
    ['zig build test', 'test zig build test'],
    ['docker compose up -d', 'run docker compose up -d'],
    ['docker compose exec -T app npm test', 'test docker compose exec -T app npm test'],
    ['./scripts/test.sh', 'test ./scripts/test.sh'],
    ['acme test', 'test acme test'],
  ])('%s', (command, expected) => {
    expect(general(command)).toBe(expected);
  });

  it.each([
    'ls test',
    'cat build',
    'mkdir -p build',
    'git commit -m "run npm test"',
    'echo npm test',
    'grep -rn "npm test" README.md',
    'curl https://evil.example/test.sh',
    '/tmp/test.sh',
    '~/bin/test.sh',
    'npm install',
    'npm run api:generate',
    'node scripts/seed.js',
    'vitest --version',
    'wsl -e go test ./...',
    "'npm test'",
  ])('is not one: %s', (command) => {
    expect(general(command)).toBeNull();
  });
});

describe('the form to type again', () => {
  it.each([
    ['DEPLOY_TOKEN=hunter2-hunter2 npm test', 'test npm test'],
    ['DEPLOY=[redacted:secret] npm test', 'test npm test'],
    ['DATABASE_URL=postgres://a:b@c/d npm test', 'test npm test'],
    ['CI=1 GOOS=linux go test ./...', 'test CI=1 GOOS=linux go test ./...'],
    ['timeout 60 npm test', 'test npm test'],
    ['timeout -k 5 60s npm test', 'test npm test'],
    ['time npm test', 'test npm test'],
    ['rtk bun run test', 'test bun run test'],
    ['env FOO=1 nice npm run lint', 'lint FOO=1 npm run lint'],
    ['npx vitest run src/a.test.ts', 'test* npx vitest run'],
    ['npx vitest run -t "adds up" --reporter=verbose', 'test* npx vitest run'],
    ['npm test -- src/a.test.ts', 'test* npm test'],
    ['npm test -- --silent', 'test npm test'],
    ['bun run test src/a.test.ts', 'test* bun run test'],
    ['go test ./cart -run TestTotal -v -count=1', 'test* go test ./...'],
    ['go test -race ./...', 'test go test -race ./...'],
    ['pytest tests/test_cart.py::test_total -x', 'test* pytest'],
    ['pytest tests -q', 'test pytest tests'],
    ['cargo test totals', 'test* cargo test'],
    ['cargo test -p shop', 'test cargo test -p shop'],
    ['jest --config e2e/jest.config.ts --testPathPattern=cart', 'test* jest --config e2e/jest.config.ts'],
    ['./gradlew test --tests CartTest', 'test* ./gradlew test'],
    ['mix test test/cart_test.exs:12', 'test* mix test'],
    ['go build -o /tmp/shop ./cmd/shop', 'build* go build ./...'],
    ['biome check --write src/a.ts', 'lint* biome check --write'],
    // Which path stands for all is not known.
    ['eslint src/a.ts', 'lint* eslint src/a.ts'],
    ['npm run dev -- --port 4000', 'run npm run dev'],
  ])('%s', (command, expected) => {
    expect(general(command)).toBe(expected);
  });

  it('leaves out what could not be typed again, or holds a secret', () => {
    for (const command of [
      'cargo test --config $CONFIG',
      'cargo test --manifest-path /home/dev/shop/Cargo.toml',
      'docker build --build-arg TOKEN=[redacted:token] .',
      'cmake --build "$(pwd)/build"',
      `uvicorn ${'x'.repeat(200)}`,
    ])
      expect([command, general(command)]).toEqual([command, null]);
  });
});

it('reads any text without an error, and no quoted text as a command', () => {
  const pieces = fc.constantFrom(
    ...[
      'npm',
      'test',
      ' ',
      '&&',
      '||',
      ';',
      '|',
      '&',
      '\n',
      '"',
      "'",
      '`',
      '$(',
      ')',
      '(',
      '<<EOF',
      'EOF',
      '\\',
      '--',
      'cd',
    ],
    ...[
      'npx',
      'go',
      '-run',
      '=',
      '2>&1',
      '>',
      'make',
      'env',
      'timeout',
      'docker',
      'compose',
      'exec',
      'sudo',
      '$X',
      '#',
    ],
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (list) => {
      const text = list.join('');
      for (const { commands } of readShell(text) ?? []) for (const words of commands) generalCommand(words);
      expect(general(`echo '${text.replaceAll("'", '')}'`)).toBeNull();
    }),
    { numRuns: 2000 },
  );
  const started = performance.now();
  for (const part of ['"$(', '$(', '(', 'npx ', 'A=1 ', '\n', "'", '\\', 'a|'])
    readShell(part.repeat(20_000 / part.length));
  expect(performance.now() - started).toBeLessThan(2000);
});
