// Everything that a turn has to say for itself, read once: the request, the messages, what the tools prove, the host's
// own words, and what came before.

import { type Message, plain, readMessage } from '../../../text/message.ts';
import { type Commit, commitsOf } from '../../commits.ts';
import { type EarlierTurn, type Material, messagesOf, promptOf, type ToolUse, toolsOf } from '../../material.ts';
import { type Evidence, gatherEvidence } from './evidence.ts';
import { ownCommits } from './own-commits.ts';
import { type Request, readRequest } from './request.ts';

export interface Turn {
  material: Material;
  prompt: string | null;
  request: Request;
  messages: string[];
  /** The final message, which tells what came of it. */
  last: Message;
  /** The messages before it, newest first. */
  earlier: Message[];
  /** The first messages, if they are none of these: they tell the cause of what was done after them. */
  opening: Message[];
  tools: ToolUse[];
  evidence: Evidence;
  commits: Commit[];
  /** Those of the work of this turn, best first: "commit this, then do X" commits what was done before. */
  ownCommits: Commit[];
  before: EarlierTurn[];
  /** The title of the pull request or issue that was looked at. */
  reviewed: Reviewed | null;
}

export interface Reviewed {
  what: 'PR' | 'issue';
  number: string;
  title: string | null;
}

const EARLIER_MESSAGES = 6;
const OPENING_MESSAGES = 3;

export function readTurn(material: Material): Turn {
  // The last job of a turn sees all of it: what a piece of a long turn did is known only at its end.
  const events = material.final ? material.turn : material.events;
  const prompt = promptOf(material.turn);
  const messages = messagesOf(events).map(straightened);
  const tools = toolsOf(events, material.host);
  const evidence = gatherEvidence(tools, material.root);
  const final = evidence.changes.length > 0 ? messages.length - 1 : finalOf(messages);
  const others = messages.filter((_, index) => index !== final);
  const commits = commitsOf(tools);
  return {
    material,
    prompt,
    request: readRequest(prompt === null ? null : straightened(prompt), material.before),
    messages,
    last: readFinal(messages[final] ?? ''),
    earlier: others.slice(-EARLIER_MESSAGES).reverse().map(readMessage),
    opening: others.slice(0, -EARLIER_MESSAGES).slice(0, OPENING_MESSAGES).map(readMessage),
    tools,
    evidence,
    commits,
    ownCommits: ownCommits(commits, evidence, material.before),
    before: material.before,
    reviewed: reviewedIn(prompt, tools),
  };
}

/** The last message, unless it says next to nothing soon after one that said much: a turn may be cut off. */
function finalOf(messages: string[]): number {
  const last = messages.length - 1;
  if ((messages[last]?.length ?? 0) >= SHORT_MESSAGE) return last;
  const telling = messages.findLastIndex((message) => message.length >= LONG_MESSAGE);
  return telling >= last - NEAR_THE_END ? Math.max(telling, 0) : last;
}

const SHORT_MESSAGE = 160;
const LONG_MESSAGE = 600;
const NEAR_THE_END = 3;

/** Some models write "don’t", others "don't": every pattern knows the latter. */
const straightened = (text: string) => text.replace(/[‘’]/g, "'");

/** A text that was asked for, such as that of a pull request, is handed over in one code block: it is the message. */
function readFinal(message: string): Message {
  const read = readMessage(message);
  const [only] = read.blocks;
  const isHandedOver =
    read.blocks.length === 1 && only && read.passages.length < 3 && /^(?:md|markdown|text|)$/.test(only.language);
  if (!isHandedOver) return read;
  const inner = readMessage(only.text);
  return { passages: [...read.passages, ...inner.passages], blocks: inner.blocks };
}

/** `gh pr view 181`, `gh issue view 7340`, or its address in the prompt; with the title that the command printed. */
function reviewedIn(prompt: string | null, tools: ToolUse[]): Reviewed | null {
  const counts = new Map<string, Reviewed & { times: number }>();
  const add = (what: Reviewed['what'], number: string, title: string | null, times = 1) => {
    const known = counts.get(number) ?? { what, number, title: null, times: 0 };
    counts.set(number, { ...known, title: known.title ?? title, times: known.times + times });
  };
  const address = /github\.com\/[\w.-]+\/[\w.-]+\/(pull|issues)\/(\d+)/.exec(prompt ?? '');
  if (address) add(address[1] === 'pull' ? 'PR' : 'issue', address[2] as string, null, 5);
  for (const { facts, failed } of tools) {
    if (failed || facts.action !== 'run') continue;
    const call = /\bgh\s+(pr|issue)\s+(?:view|diff|checks|checkout|review|comment|edit)\s+(?:-\S+\s+)*#?(\d+)\b/.exec(
      facts.command,
    );
    const api = /\bgh\s+api\s+\S*?(pulls|issues)\/(\d+)\b/.exec(facts.command);
    const found = call ?? api;
    if (found) add(/^p/.test(found[1] as string) ? 'PR' : 'issue', found[2] as string, titleIn(facts.output));
  }
  const [most] = [...counts.values()].sort((a, b) => b.times - a.times);
  return most ? { what: most.what, number: most.number, title: most.title } : null;
}

/** `title:\tX` as `gh pr view` prints it, or `"title": "X"` as its JSON has it. */
function titleIn(output: string): string | null {
  const head = output.slice(0, 20_000);
  const text = /^title:\s*(.+)$/m.exec(head)?.[1] ?? /"title"\s*:\s*"((?:[^"\\]|\\.){4,200})"/.exec(head)?.[1];
  return text ? plain(text.replace(/\\"/g, '"')).slice(0, 160) : null;
}
