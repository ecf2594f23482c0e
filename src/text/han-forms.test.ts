// Patterns in simplified characters match traditional ones.
import { expect, it } from 'vitest';
import { inBothForms } from './han-forms.ts';

it.each([
  ['测试(?:通过|成功)', '測試通過', '测试通过', '測驗通過'],
  ['[，,]等.{0,3}(?:评审|确认)$', '，等你確認', ',等评审', '，等你确保'],
  ['(?<![小实])时$', '修改時', '修改时', '即實時'],
  ['\\d+条', '12條', '3条', '條'],
])('%s', (pattern, traditional, simplified, other) => {
  const both = new RegExp(inBothForms(pattern), 'u');
  expect(both.test(traditional)).toBe(true);
  expect(both.test(simplified)).toBe(true);
  expect(both.test(other)).toBe(false);
});
