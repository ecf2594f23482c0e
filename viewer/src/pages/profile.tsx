// A project's profile: its commands, failures that came back, and files that change together.
import type { ProfileReply, ProjectItem } from '../api.ts';
import { many } from '../format.ts';
import { Empty, FilePath, Loading, Trouble, useTitle, When } from '../parts.tsx';
import { useProject } from '../route.ts';
import { useGet } from '../store.ts';

/** Without a choice, the project that was used last. */
export function ProfilePage() {
  const chosen = useProject();
  useTitle('Profile');
  const projects = useGet<{ projects: ProjectItem[] }>('/api/projects');
  const id = chosen || String(projects.data?.projects[0]?.id ?? '');
  const { data, error, isLoading } = useGet<ProfileReply>(/^\d+$/.test(id) ? `/api/projects/${id}/profile` : null);
  const isEmpty = data && data.commands.length + data.failures.length + data.pairs.length === 0;
  return (
    <div class="page">
      <header class="page-head">
        <h1>{data ? `Profile of ${data.project.name}` : 'Profile'}</h1>
        <p class="verdict">Only what your agent really ran.</p>
      </header>
      {error && <Trouble error={error} />}
      {!data && isLoading && id !== '' && <Loading />}
      {(isEmpty || projects.data?.projects.length === 0) && (
        <Empty title="Nothing yet">Commands that build, test, lint or run the project appear here.</Empty>
      )}
      {data && data.commands.length > 0 && (
        <section class="block">
          <h2>Commands</h2>
          <ul class="profile" aria-label="Commands">
            {data.commands.map((each, index) => (
              <li key={`${each.kind} ${each.command}`}>
                <span class="faint">{data.commands[index - 1]?.kind === each.kind ? '' : each.kind}</span>
                <code>{each.command}</code>
                <span class="line">
                  <span>
                    {each.partial && 'parts of it '}passed {each.passed} of {each.runs}
                  </span>
                  {each.lastFailed && <span class="tag warm">failed last</span>}
                  <When at={each.lastAt} past />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {data && data.failures.length > 0 && (
        <section class="block">
          <h2>Failures that came back</h2>
          <ul class="profile plain" aria-label="Failures that came back">
            {data.failures.map((each) => (
              <li key={each.trouble}>
                <code>{each.trouble}</code>
                <span class="line">
                  <span>{many(each.turns, 'turn')}</span>
                  <When at={each.lastAt} past />
                </span>
                <span class="account">
                  {each.command}
                  {each.endedBy !== null && `; ended by: ${each.endedBy}`}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {data && data.pairs.length > 0 && (
        <section class="block">
          <h2>Files that change together</h2>
          <ul class="profile plain" aria-label="Files that change together">
            {data.pairs.map(({ files, together, turns }) => (
              <li key={files.join(' ')}>
                <span>
                  <FilePath path={files[0]} /> <span class="faint">and</span> <FilePath path={files[1]} />
                </span>
                <span class="faint">
                  in {together} of {many(turns, 'turn')}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
