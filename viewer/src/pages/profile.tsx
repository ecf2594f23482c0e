// A project's profile: its commands, failures that came back, and files that change together.
import type { ProfileReply, ProjectItem } from '../api.ts';
import { many } from '../format.ts';
import { Block, Empty, FilePath, Page, Text, When } from '../parts.tsx';
import { useProject } from '../route.ts';
import { useGet } from '../store.ts';

/** Without a choice, the project that was used last. */
export function ProfilePage() {
  const chosen = useProject();
  const projects = useGet<{ projects: ProjectItem[] }>('/api/projects');
  const id = chosen || String(projects.data?.projects[0]?.id ?? '');
  const profile = useGet<ProfileReply>(/^\d+$/.test(id) ? `/api/projects/${id}/profile` : null);
  const { data } = profile;
  const isEmpty = data && data.commands.length + data.failures.length + data.pairs.length === 0;
  return (
    <Page
      title={data ? `Profile of ${data.project.name}` : 'Profile'}
      of={profile}
      head={<Text of={chosen ? 'about-profile' : 'about-last-project'} class="verdict" key={chosen} />}
    >
      {(isEmpty || projects.data?.projects.length === 0) && <Empty title="Nothing yet" about="no-profile" />}
      {data && data.commands.length > 0 && (
        <Block title="Commands">
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
        </Block>
      )}
      {data && data.failures.length > 0 && (
        <Block title="Failures that came back">
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
        </Block>
      )}
      {data && data.pairs.length > 0 && (
        <Block title="Files that change together">
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
        </Block>
      )}
    </Page>
  );
}
