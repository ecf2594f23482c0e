// The plugin that OpenCode loads into its own process: one file without dependencies, as text. Everything is caught,
// because OpenCode shows every error on the screen; one function is exported, because OpenCode calls every export. The
// scripts are the same that other hosts run as hooks, and the payload goes to their stdin.
import { join } from 'node:path';
import type { Paths } from '../../config/paths.ts';
import { GUARDED } from '../hook-command.ts';
import { linkedProgram } from '../program-copy.ts';

export function pluginSource(paths: Paths): string {
  const scripts = join(linkedProgram(paths), 'plugin', 'scripts');
  return SOURCE.replace('"SCRIPTS"', () => JSON.stringify(scripts)).replace('"GUARDED"', () => JSON.stringify(GUARDED));
}

const SOURCE = String.raw`// C-Mem: captures OpenCode's sessions and injects memories. Written by "c-mem install"; "c-mem uninstall" removes it.
import { spawnSync } from "node:child_process";
import { homedir } from "node:os";
import { join } from "node:path";

const scripts = "SCRIPTS";
const guarded = "GUARDED";
const door = "plugin:opencode";
const database = join(process.env.XDG_DATA_HOME || join(homedir(), ".local", "share"), "opencode", "opencode.db");

/** Runs a hook and returns what it prints. */
function hook(event, payload, answers) {
  const [program, args] =
    process.platform === "win32"
      ? ["node", [join(scripts, "..", "dist", "hook.cjs"), event, door]]
      : ["sh", ["-c", guarded, join(scripts, answers ? "node.sh" : "spool.sh"), event, door]];
  const input = JSON.stringify({ opencode_plugin: 1, hook_event_name: event, ...payload });
  const options = { input, encoding: "utf8", timeout: 5000, cwd: payload.cwd, stdio: ["pipe", "pipe", "ignore"] };
  return spawnSync(program, args, options).stdout || "";
}

/** The context in a hook's answer. */
function contextFrom(event, payload) {
  const answer = hook(event, payload, true);
  return answer ? JSON.parse(answer).context : "";
}

/** Never throws: what could not be captured here is read from OpenCode's database later. */
function quietly(work) {
  return async (...args) => {
    try {
      work(...args);
    } catch {}
  };
}

export const CMem = async ({ directory }) => {
  const parents = new Map();
  const prompts = new Map();
  const starts = new Map();
  const created = new Set();
  const lastWords = new Map();
  const done = new Set();
  const base = (session) => ({
    session_id: parents.get(session) || session,
    agent_id: parents.has(session) ? session : null,
    prompt_id: prompts.get(parents.get(session) || session) || null,
    cwd: directory,
    transcript_path: database + "#" + (parents.get(session) || session),
  });

  /** What the session sees in every request; the same text each time, so that it is cached. */
  function begin(session) {
    if (starts.has(session)) return;
    starts.set(session, "");
    const source = created.has(session) ? "startup" : "resume";
    starts.set(session, contextFrom("SessionStart", { ...base(session), source }));
  }

  function takePart({ sessionID: session, part }) {
    if (part.type === "text" && !part.synthetic && part.time && part.time.end) lastWords.set(session, part.text);
    if (part.type !== "tool" || done.has(part.id)) return;
    const { status, input, output, metadata, error, time } = part.state;
    if (status !== "completed" && status !== "error") return;
    done.add(part.id);
    const call = { tool_name: part.tool, tool_use_id: part.callID, tool_input: input };
    const took = time && time.end ? time.end - time.start : null;
    if (status === "error") hook("PostToolUseFailure", { ...base(session), ...call, error, duration_ms: took });
    else hook("PostToolUse", { ...base(session), ...call, tool_response: { output, metadata }, duration_ms: took });
  }

  return {
    event: quietly(({ event: { type, properties } }) => {
      const session = properties.sessionID;
      if (type === "session.created") {
        if (properties.info.parentID) parents.set(session, properties.info.parentID);
        else created.add(session);
      } else if (type === "message.part.updated") takePart(properties);
      else if (type === "session.idle" && !parents.has(session) && starts.has(session))
        hook("Stop", { ...base(session), last_assistant_message: lastWords.get(session) || null });
      else if (type === "session.compacted") hook("PreCompact", { ...base(session), trigger: "auto" });
    }),
    "chat.message": quietly(({ sessionID: session }, { message, parts }) => {
      if (parents.has(session)) return;
      begin(session);
      prompts.set(session, message.id);
      const typed = parts.filter((part) => part.type === "text" && !part.synthetic).map((part) => part.text);
      const context = contextFrom("UserPromptSubmit", { ...base(session), prompt: typed.join("\n") });
      if (!context) return;
      const id = "prt_cmem" + Date.now().toString(36);
      parts.push({ id, sessionID: session, messageID: message.id, type: "text", text: context, synthetic: true });
    }),
    "experimental.chat.system.transform": quietly(({ sessionID: session }, { system }) => {
      const context = starts.get(session);
      if (context) system.push(context);
    }),
    dispose: quietly(() => {
      for (const session of starts.keys()) hook("SessionEnd", { ...base(session), reason: "other" });
      starts.clear();
    }),
  };
};
`;
