// All memories about one file, newest first; stale ones are marked.
import type { FileReply } from '../../api.ts';
import { many } from '../../format.ts';
import { Empty, Icon, Loading, Trouble } from '../../parts.tsx';
import { to } from '../../route.ts';
import { useGet } from '../../store.ts';
import { ItemList } from '../item-list.tsx';
import { FilePath } from './files.tsx';

const WORDS = { fresh: '', unknown: '', changed: 'file changed since', gone: 'file no longer exists' };

export function FilePage({ path }: { path: string }) {
  const { data, error, isLoading } = useGet<FileReply>(path ? '/api/files/memories' : null, { path, limit: 200 });
  return (
    <div class="page">
      <header class="page-head">
        <a class="button plain back" href={to(['files'])} aria-label="All files">
          <Icon name="back" />
        </a>
        <div>
          <h1 class="file-name">
            <FilePath path={path} />
          </h1>
          {data && <p class="line">{many(data.items.length, 'memory', 'memories')}</p>}
        </div>
      </header>
      {error && <Trouble error={error} />}
      {!data && isLoading && <Loading />}
      {data?.items.length === 0 && <Empty title="No memories mention this file" />}
      {data && data.items.length > 0 && (
        <ItemList
          items={data.items}
          label="Memories about this file"
          extra={(item) => (
            <>
              <span class="tag">{item.role}</span>
              {WORDS[item.freshness] && <span class="tag warm">{WORDS[item.freshness]}</span>}
              {item.superseded && <span class="tag">superseded</span>}
            </>
          )}
        />
      )}
    </div>
  );
}
