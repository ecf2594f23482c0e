// All memories about one file, newest first; stale ones are marked.
import type { FileReply } from '../../api.ts';
import { dayName, memories, splitPath } from '../../format.ts';
import { Empty, FilePath, Icon, useTitle, Waiting } from '../../parts.tsx';
import { to } from '../../route.ts';
import { useGet } from '../../store.ts';
import { Lines } from '../item-list.tsx';

const WORDS = { fresh: '', unknown: '', changed: 'file changed since', gone: 'file no longer exists' };

export function FilePage({ path }: { path: string }) {
  useTitle(splitPath(path).name || 'File');
  const memoriesOf = useGet<FileReply>(path ? '/api/files/memories' : null, { path, limit: 200 });
  const { data } = memoriesOf;
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
          {data && (
            <p class="line">
              <span>{memories(data.items.length)}</span>
              <a href={to(['memories'], { file: path })}>in the feed</a>
            </p>
          )}
        </div>
      </header>
      <Waiting of={memoriesOf} />
      {data?.items.length === 0 && <Empty title="No memories mention this file" />}
      {data && data.items.length > 0 && (
        <Lines
          items={data.items}
          label="Memories about this file"
          note={(item) => (
            <>
              <span class="tag">{item.role}</span>{' '}
              {WORDS[item.freshness] && <span class="tag warm">{WORDS[item.freshness]}</span>}{' '}
              {item.superseded && <span class="tag">superseded</span>} {dayName(item.at)}
            </>
          )}
        />
      )}
    </div>
  );
}
