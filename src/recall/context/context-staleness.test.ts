// The context says whether the files of a memory have changed since.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { at, contextOf, DEFAULTS, HOUR } from '../../../test/helpers/context.ts';
import { addObservation } from '../../../test/helpers/records.ts';
import { useStore } from '../../../test/helpers/use-store.ts';
import { fileDigest } from '../../text/digest.ts';
import type { ContextRequest } from './start-request.ts';

const store = useStore();
const context = (more: Partial<ContextRequest> = {}) => contextOf(store, more);

describe('staleness', () => {
  it('says when a file has changed since, or is gone; also below another root', async () => {
    const root = join(store.folder, 'shop');
    mkdirSync(join(root, 'src'), { recursive: true });
    for (const name of ['same', 'changed']) writeFileSync(join(root, 'src', name), name);
    const about = (name: string, from = root) =>
      addObservation(
        store.db,
        { session: 'a', at: Date.now() - HOUR },
        {
          title: `About ${name}`,
          touches: [
            {
              path: join(from, 'src', name),
              role: 'modified',
              digest: fileDigest(name === 'changed' ? 'before' : name),
            },
          ],
        },
      );
    about('same');
    about('changed');
    about('gone');
    about('same', '/nowhere/else');
    about('changed', '/nowhere/else');
    about('unheard-of', '/nowhere/else');
    const { text } = await context({ root, now: Date.now() });
    const lines = text.split('\n').filter((line) => line.startsWith('- #') || line.startsWith('#'));
    const told = Object.fromEntries(
      lines.flatMap((line) => {
        const id = /#(\d+)/.exec(line)?.[1];
        return id ? [[id, /\[file ([^\]]+)\]/.exec(line)?.[1] ?? 'fresh']] : [];
      }),
    );
    expect(told).toEqual({ 1: 'fresh', 2: 'changed since', 3: 'deleted', 4: 'fresh', 5: 'changed since', 6: 'fresh' });
  });

  it('says nothing where the whole project is not here, nor of a path of another system', async () => {
    const touches = (path: string) => [{ path, role: 'modified' as const, digest: 'x' }];
    addObservation(store.db, { session: 'a', at: at(2) }, { touches: touches('/home/dev/shop/src/cart.ts') });
    addObservation(store.db, { session: 'a', at: at(1) }, { touches: touches('D:\\x\\shop\\src\\cart.ts') });
    for (const root of ['/home/dev/shop', 'D:\\x\\shop', store.folder])
      expect((await context({ root })).text).not.toContain('[file');
    // The same file below a folder that is here is that file.
    mkdirSync(join(store.folder, 'src'));
    writeFileSync(join(store.folder, 'src', 'cart.ts'), 'now');
    const { text } = await context({ root: store.folder, now: Date.now() });
    expect(text.match(/#\d .*\[file changed since\]/g)).toHaveLength(2);
    expect(
      (
        await context({
          root: 'D:\\x\\shop',
          settings: { ...DEFAULTS, context: { ...DEFAULTS.context, field: 'narrative' } },
        })
      ).text,
    ).not.toMatch(/D:.x.shop.src/);
  });
});
