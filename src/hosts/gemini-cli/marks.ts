// Recognizes Gemini CLI's payloads: by the place of the transcript, or by the name of the event.
import { type JsonObject, text } from '../../domain/json.ts';

const CHAT = /[\\/]chats[\\/]+session-[^\\/"]*\.jsonl?$/;
const EVENTS = /^(?:BeforeAgent|AfterAgent|BeforeTool|AfterTool|PreCompress)$/;
const RAW_PATH = /"transcript_path"\s{0,4}:\s{0,4}"([^"]*)"/;
const RAW_EVENT = /"hook_event_name"\s{0,4}:\s{0,4}"(\w+)"/;

export function isGemini(payload: JsonObject): boolean {
  return CHAT.test(text(payload, 'transcript_path') ?? '') || EVENTS.test(text(payload, 'hook_event_name') ?? '');
}

export function looksLikeGemini(rawJson: string): boolean {
  return CHAT.test(RAW_PATH.exec(rawJson)?.[1] ?? '') || EVENTS.test(RAW_EVENT.exec(rawJson)?.[1] ?? '');
}
