// The files that memories mention.
import { useState } from 'preact/hooks';
import type { FilesReply } from '../../api.ts';
import { many } from '../../format.ts';
import { Empty, FilePath, Find, Page, When } from '../../parts.tsx';
import { to, useProject } from '../../route.ts';
import { useGet, useLater } from '../../store.ts';

export function FilesPage() {
  const chosen = useProject();
  const [typed, setTyped] = useState('');
  const q = useLater(typed.trim(), 150);
  const files = useGet<FilesReply>('/api/files', { project: chosen, q, limit: 200 });
  const { data } = files;
  return (
    <Page title="Files" of={files} head={<Find label="Filter by path" value={typed} onInput={setTyped} />}>
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
    </Page>
  );
}
