// What happened to a memory since it was written.
import type { ComponentChildren } from 'preact';
import type { Memory } from '../../api.ts';
import { Block, When } from '../../parts.tsx';
import { to } from '../../route.ts';

export function History({ memory }: { memory: Memory }) {
  const steps: { key: string; at: number | null; words: ComponentChildren }[] = [
    {
      key: 'made',
      at: memory.at,
      words: `Written by ${memory.provider === 'user' ? 'you' : (memory.provider ?? 'an unknown provider')}`,
    },
  ];
  if (memory.kind === 'observation')
    for (const { id, title } of memory.supersedes)
      steps.push({ key: `old ${id}`, at: null, words: <Link before="Replaced" id={id} title={title} /> });
  if (memory.editedAt !== null) steps.push({ key: 'edited', at: memory.editedAt, words: 'Last edited by you' });
  if (memory.kind === 'observation' && memory.supersededBy)
    steps.push({ key: 'replaced', at: null, words: <Link before="Replaced by" {...memory.supersededBy} /> });
  return (
    <Block title="History">
      <ol class="shown">
        {steps.map(({ key, at, words }) => (
          <li key={key}>
            {at === null ? <span /> : <When at={at} past />}
            <span class="why">{words}</span>
          </li>
        ))}
      </ol>
    </Block>
  );
}

function Link({ before, id, title }: { before: string; id: number; title: string }) {
  return (
    <>
      {before}{' '}
      <a href={to(['memory', String(id)])}>
        #{id} {title}
      </a>
    </>
  );
}
