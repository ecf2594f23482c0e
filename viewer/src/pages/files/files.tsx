// The files that memories mention.
import type { FilesReply } from '../../api.ts';
import { memories } from '../../format.ts';
import { Empty, FilePath, Find, Page, useFind, useListKeys, When } from '../../parts.tsx';
import { to, useProject } from '../../route.ts';
import { useGet, useLater } from '../../store.ts';

export function FilesPage() {
  const chosen = useProject();
  const q = useLater(useFind(), 150);
  useListKeys();
  const files = useGet<FilesReply>('/api/files', { project: chosen, q, limit: 200 });
  const { data } = files;
  return (
    <Page title="Files" of={files} head={<Find label="Filter by path" />}>
      {data?.files.length === 0 && <Empty title={q ? 'No files match' : 'No files yet'} about={!q && 'no-files'} />}
      <ul class="file-list" aria-label="Files">
        {data?.files.map((file) => (
          <li key={file.path}>
            <a href={to(['file'], { path: file.path })}>
              <FilePath path={file.path} />
              <span class="faint">{memories(file.memories)}</span>
              <When at={file.lastAt} />
            </a>
          </li>
        ))}
      </ul>
    </Page>
  );
}
