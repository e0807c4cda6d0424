/** Files of events: JSON lines. Pure. */
import type { EditorProblem } from '#renderer/ui/code-editor-setup.ts';
import { isJsonObject, parseExact } from '#shared/kit/exact-json.ts';
import { formatCount } from '#shared/kit/format.ts';
import { maxSendCount } from '#shared/sending/send.ts';
import { lintMessage } from './editor/lint-message.ts';
import { callTypeOf } from './editor/message-fields.ts';

export interface EventFile {
  readonly name: string;
  readonly text: string;
}

/** In characters: one request of the interface sends it. */
const maxFileLength = 1_048_576;

interface Line {
  /** From 1. */
  readonly number: number;
  /** Offset in the text. */
  readonly from: number;
  readonly text: string;
}

/** Lines with content. */
function linesOf(text: string): readonly Line[] {
  let from = 0;
  return text
    .split('\n')
    .map((line, index): Line => {
      const start = from;
      from += line.length + 1;
      return { number: index + 1, from: start, text: line };
    })
    .filter((line) => line.text.trim() !== '');
}

function parsed(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

export type FileEvents =
  | { readonly messages: readonly Record<string, unknown>[]; readonly problem: null }
  | { readonly messages: null; readonly problem: string };

function sizeProblem(text: string, lines: readonly Line[]): string | null {
  if (text.length > maxFileLength)
    return `The file is too long: at most ${formatCount(maxFileLength)} characters.`;
  if (lines.length === 0) return 'The file is empty. Add one event per line.';
  return lines.length > maxSendCount
    ? `The file has too many lines: at most ${formatCount(maxSendCount)}.`
    : null;
}

/** The messages of a file, or why it can't be sent. */
export function eventsIn({ text }: EventFile): FileEvents {
  const fail = (problem: string): FileEvents => ({ messages: null, problem });
  const lines = linesOf(text);
  const problem = sizeProblem(text, lines);
  if (problem !== null) return fail(problem);
  const messages: Record<string, unknown>[] = [];
  for (const line of lines) {
    const value = parsed(line.text);
    if (!isJsonObject(value)) return fail(`Fix line ${line.number}: it is not a JSON object.`);
    messages.push(value);
  }
  return { messages, problem: null };
}

/** More can't be read. */
const maxProblems = 50;

export function lintFile(text: string): readonly EditorProblem[] {
  const problems: EditorProblem[] = [];
  const lines = linesOf(text);
  const message = sizeProblem(text, lines);
  if (message !== null) return [{ from: 0, to: 0, message, severity: 'error' }];
  for (const { text: line, from } of lines) {
    for (const problem of lintMessage(line))
      problems.push({ ...problem, from: from + problem.from, to: from + problem.to });
    if (problems.length >= maxProblems) break;
  }
  return problems;
}

/** Set again when a message is sent. */
const generated = new Set(['messageId', 'sentAt', 'receivedAt', 'originalTimestamp', 'version']);

/** A message without what identifies it, so that it isn't a duplicate. */
export const withoutIdentity = (
  message: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(message).filter(([name]) => !generated.has(name)));

/** The message in an exported delivery or request; any other value as it is. */
function messageIn(value: unknown): unknown {
  if (!isJsonObject(value) || !String(value.kind).startsWith('hookwright.')) return value;
  const { body } = value;
  if (!isJsonObject(body) || body.encoding !== 'utf8') return value;
  const message = parsed(String(body.data));
  return isJsonObject(message) && callTypeOf(message.type) !== undefined
    ? withoutIdentity(message)
    : value;
}

const lineOf = (value: unknown): string => JSON.stringify(messageIn(value));

/** A file of JSON lines, of a list, or of a batch as SDKs send it. */
export function fileOf(name: string, text: string): EventFile {
  const whole = parsed(text);
  const list = isJsonObject(whole) && Array.isArray(whole.batch) ? whole.batch : whole;
  if (Array.isArray(list)) return { name, text: list.map(lineOf).join('\n') };
  const lines = text.split('\n').map((line) => {
    const value = parsed(line);
    const message = messageIn(value);
    return message === value ? line : JSON.stringify(message);
  });
  return { name, text: lines.join('\n') };
}
