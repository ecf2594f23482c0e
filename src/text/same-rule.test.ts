// When two rules say the same, the opposite, or something else.
import { expect, it } from 'vitest';
import { compareRules, meaningKey } from './same-rule.ts';

it.each([
  ['Use pnpm', 'always use pnpm', 'same'],
  ['Never commit to main', 'never commit directly to the main branch', 'same'],
  ["Don't add obvious comments", 'Do not add comments that are obvious', 'same'],
  ['Commit messages in English', 'commit messages must be in English', 'same'],
  ['Always run the tests before pushing', 'Run tests before you push', 'same'],
  ['Verwende immer pnpm', 'Ab sofort pnpm verwenden', 'same'],
  ['Nunca hagas push a main', 'Jamás hagas push directamente a main', 'same'],
  ['Всегда запускай тесты перед коммитом', 'Запускай тесты перед коммитом', 'same'],
  ['提交信息一律用英文写', '提交信息必须用英文写', 'same'],
  ['コミットメッセージは常に英語で書いてください', 'コミットメッセージは必ず英語で書いてください', 'same'],
  ['Use npm', 'Use pnpm', 'contradicts'],
  ['Always squash commits', 'Never squash commits', 'contradicts'],
  ['Commits in English', 'Commits in German', 'contradicts'],
  ['Commit messages must be in English', 'Write commit messages in German', 'contradicts'],
  ['Use tspec instead of cargo', 'Use cargo', 'contradicts'],
  ['Never use npm', 'use npm', 'contradicts'],
  ['Use tabs', 'Use spaces', 'contradicts'],
  ['Use winston for logging', 'Use pino for logging', 'contradicts'],
  ['Verwende npm', 'Verwende pnpm', 'contradicts'],
  ['Usa siempre npm', 'Usa siempre yarn', 'contradicts'],
  ['提交信息用英文', '提交信息用中文', 'contradicts'],
  ['Always run tests before pushing', 'Always run the linter before pushing', 'other'],
  ['Commits in English', 'Comments in German', 'other'],
  ['Never push to main', 'Never mock the database', 'other'],
  ['Use pnpm', 'Use vitest', 'other'],
  ['Write tests first', 'Answer in English', 'other'],
  ['Use pnpm instead of npm', 'Never use npm', 'other'],
  ['不要直接提交到 main 分支', '提交信息一律用英文写', 'other'],
])('%s / %s: %s', (a, b, relation) => {
  expect(compareRules(a, b)).toBe(relation);
  expect(compareRules(b, a)).toBe(relation);
});

it('has one key for the same words in another order and grammar', () => {
  expect(meaningKey('Please always run the tests before committing.')).toBe(meaningKey('before you commit, run tests'));
  expect(meaningKey('Always use npm')).not.toBe(meaningKey('Never use npm'));
});
