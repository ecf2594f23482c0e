// The files that memories mention.
import { useState } from 'preact/hooks';
import type { FilesReply } from '../../api.ts';
import { project } from '../../app.tsx';
import { many } from '../../format.ts';
import { Empty, Loading, Trouble, When } from '../../parts.tsx';
import { to } from '../../route.ts';
import { useCell, useGet, useLater } from '../../store.ts';

export function FilesPage() {
  const chosen = useCell(project);
  const [typed, setTyped] = useState('');
  const q = useLater(typed.trim(), 150);
  const { data, error, isLoading } = useGet<FilesReply>('/api/files', { project: chosen, q, limit: 200 });
  return (
    <div class="page">
      <header class="page-head">
        <h1>Files</h1>
        <input
          type="search"
          aria-label="Filter by path"
          placeholder="Filter by path"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </header>
      {error && <Trouble error={error} />}
      {!data && isLoading && <Loading />}
      {data?.files.length === 0 && (
        <Empty title={q ? 'No files match' : 'No files yet'}>
          {q ? '' : 'Files your agent reads or changes appear here.'}
        </Empty>
      )}
      <ul class="file-list" aria-label="Files">
        {data?.files.map((file) => (
          <li key={file.path}>
            <a href={to(['file'], { path: file.path })}>
              <FilePath path={file.path} />
              <span class="faint">{many(file.memories, 'memory', 'memories')}</span>
              <When at={file.lastAt} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A path with its file name emphasized. */
export function FilePath({ path }: { path: string }) {
  const cut = path.lastIndexOf('/') + 1;
  return (
    <span class="path" title={path}>
      <span class="folder">{path.slice(0, cut)}</span>
      <b>{path.slice(cut)}</b>
    </span>
  );
}
