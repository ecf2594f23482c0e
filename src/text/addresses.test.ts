// What is left of addresses in prose.
import { expect, it } from 'vitest';
import { withoutAddresses } from './addresses.ts';

it.each([
  [
    'compare sites such as https://www.shop.example/a?b=c for their prices',
    'compare sites such as shop.example for their prices',
  ],
  ['see https://shop.example/a/b', 'see '],
  ['https://shop.example/a is down', ' is down'],
  ['open http://localhost:3000/health twice', 'open localhost:3000 twice'],
  ['no address at all', 'no address at all'],
])('%s', (text, left) => expect(withoutAddresses(text).replace(/\s+/g, ' ').trim()).toBe(left.trim()));
