// A memory as it is read: its text, why agents were shown it, its files, where it came from.
import { useState } from 'preact/hooks';
import type { Memory, ObservationReply, SummaryReply } from '../../api.ts';
import { tail } from '../../format.ts';
import { Inline, plain } from '../../inline.tsx';
import { fieldsOf } from '../../markdown.ts';
import { Badge, Block, When } from '../../parts.tsx';
import { to } from '../../route.ts';
import { Lines } from '../item-list.tsx';
import { History } from './history.tsx';
import { Origin } from './origin.tsx';
import { ShownToAgents } from './shown.tsx';

export const titleOf = (memory: Memory) =>
  plain(memory.title ?? (memory.kind === 'summary' ? memory.request : null) ?? '(untitled)');

function Head({ memory }: { memory: Memory }) {
  return (
    <header class="memory-head">
      <p class="line">
        <Badge item={memory.kind === 'observation' ? memory : { kind: 'summary', type: null }} />
        <code>{memory.ref}</code>
        <span>
          <When at={memory.at} past />
        </span>
        {memory.branch && (
          <a href={to(['memories'], { branch: memory.branch })}>
            <code>{memory.branch}</code>
          </a>
        )}
        {memory.author && <a href={to(['memories'], { author: memory.author })}>by {memory.author}</a>}
        {memory.pinned && <span class="tag">pinned</span>}
        {memory.edited && <span class="tag">edited</span>}
      </p>
      <h1>
        <Inline text={titleOf(memory)} />
      </h1>
    </header>
  );
}

const STALE = { fresh: 'unchanged', unknown: '', changed: 'changed since', gone: 'no longer exists' };

export function Observation({ memory }: { memory: ObservationReply }) {
  const stale = memory.files.filter(({ freshness }) => freshness === 'changed' || freshness === 'gone');
  return (
    <div class="memory-body">
      <Head memory={memory} />
      {memory.supersededBy && (
        <p class="notice">
          Superseded by{' '}
          <a href={to(['memory', String(memory.supersededBy.id)])}>
            #{memory.supersededBy.id} {memory.supersededBy.title}
          </a>
        </p>
      )}
      {stale.length > 0 && (
        <p class="notice warm">
          {stale.map(({ path, freshness }) => `${tail(path, 2)} ${STALE[freshness]}`).join(', ')}.
        </p>
      )}
      {memory.subtitle && !memory.subtitle.startsWith('Asked: ') && (
        <p class="lead">
          <Inline text={memory.subtitle} />
        </p>
      )}
      {memory.narrative && memory.narrative !== memory.subtitle && (
        <p class="text">
          <Inline text={memory.narrative} />
        </p>
      )}
      {memory.facts.length > 0 && <Facts facts={memory.facts} />}
      {memory.concepts.length > 0 && (
        <p class="concepts">
          {memory.concepts.map((concept) => (
            <a class="tag" key={concept} href={to(['memories'], { concept })}>
              {concept}
            </a>
          ))}
        </p>
      )}
      <ShownToAgents shown={memory.shown} />
      <FileList files={memory.files} />
      {memory.related.length > 0 && (
        <Block title="Also about these files">
          <Lines items={memory.related} label="Related memories" />
        </Block>
      )}
      <Origin memory={memory} evidence={memory.evidence} />
      <History memory={memory} />
    </div>
  );
}

const FEW_FACTS = 6;

function Facts({ facts }: { facts: string[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll || facts.length <= FEW_FACTS + 1 ? facts : facts.slice(0, FEW_FACTS);
  return (
    <ul class="facts">
      {shown.map((fact) => (
        <li key={fact}>
          <Inline text={fact} />
        </li>
      ))}
      {shown.length < facts.length && (
        <li>
          <button type="button" class="plain accent" onClick={() => setShowsAll(true)}>
            Show all {facts.length}
          </button>
        </li>
      )}
    </ul>
  );
}

export function Summary({ memory }: { memory: SummaryReply }) {
  const files = [
    ...memory.filesEdited.map((path) => ({ path, role: 'modified' as const })),
    ...memory.filesRead.map((path) => ({ path, role: 'read' as const })),
  ].map((file) => ({ ...file, freshness: 'unknown' as const }));
  return (
    <div class="memory-body">
      <Head memory={memory} />
      <SummaryFields memory={memory} />
      <ShownToAgents shown={memory.shown} />
      <FileList files={files} />
      <Origin memory={memory} evidence={[]} />
      <History memory={memory} />
    </div>
  );
}

export function SummaryFields({ memory }: { memory: SummaryReply }) {
  const fields = fieldsOf(memory, memory.title !== null);
  return (
    <dl class="fields">
      {fields.map(([name, words]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class="text">
            <Inline text={words} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function FileList({ files }: { files: ObservationReply['files'] }) {
  const once = files.filter(({ path }, index) => files.findIndex((each) => each.path === path) === index);
  if (once.length === 0) return null;
  return (
    <Block title="Files">
      <ul class="links files">
        {once.map(({ path, role, freshness }) => (
          <li key={path}>
            <a href={to(['file'], { path })} title={path}>
              {tail(path, 4)}
            </a>
            <span class="tag">{role}</span>
            {STALE[freshness] && <span class={freshness === 'fresh' ? 'tag' : 'tag warm'}>{STALE[freshness]}</span>}
          </li>
        ))}
      </ul>
    </Block>
  );
}
