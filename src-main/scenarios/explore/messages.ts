/** The messages of a run that can be disturbed, and how a receiver recognizes each of them. */
import type { JsonValue } from '#shared/schemas/json-value.ts';
import type { BodyPattern } from '#shared/schemas/scenario/body-pattern.ts';
import type { HistoryIndex, RequestRecord } from '../history/history-index.ts';

/** A message, in the order in which they first arrive without disturbances. */
export interface ExploredMessage {
  readonly id: string;
  readonly user: string | null;
  /** Part of its body that no other message has. */
  readonly match: BodyPattern;
  /** Milliseconds until the next message arrives; null for the last. */
  readonly untilNextMs: number | null;
  /** Milliseconds until the deletion of its user arrives; null without one. */
  readonly untilDeletionMs: number | null;
}

type Path = readonly string[];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Times differ in every run. */
const isTime = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);

/** Paths of texts and numbers, those at the top first. */
function pathsOf(body: unknown): readonly Path[] {
  const paths: Path[] = [];
  let level: readonly (readonly [Path, unknown])[] = [[[], body]];
  while (level.length > 0) {
    const next: (readonly [Path, unknown])[] = [];
    for (const [path, value] of level)
      if (isObject(value))
        next.push(...Object.entries(value).map(([key, item]) => [[...path, key], item] as const));
      else if (['string', 'number'].includes(typeof value) && !isTime(value)) paths.push(path);
    level = next;
  }
  return paths;
}

const valueAt = (body: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), body);

const patternAt = (path: Path, value: unknown): BodyPattern =>
  path.reduceRight<JsonValue>(
    (inner, key) => ({ [key]: inner }),
    value as JsonValue,
  ) as BodyPattern;

/** By its message ID where possible, else by the first value that no other body has; null if there is none. */
function patternOf(body: unknown, others: readonly unknown[]): BodyPattern | null {
  const paths = [['messageId'], ...pathsOf(body)];
  const path = paths.find((one) => {
    const value = valueAt(body, one);
    return value !== undefined && others.every((other) => valueAt(other, one) !== value);
  });
  return path === undefined ? null : patternAt(path, valueAt(body, path));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isDeletion = ({ message }: RequestRecord): boolean => message?.event.type === 'delete';

/** Those that arrived at a receiver in a run without disturbances, and how many have no pattern. */
export function messagesOf(
  history: HistoryIndex,
  receiver: string,
): { readonly messages: readonly ExploredMessage[]; readonly equal: number } {
  const first = new Map<string, RequestRecord>();
  for (const request of history.requests) {
    const { receiver: name, messageId } = request.event;
    if (name === receiver && messageId !== null && !first.has(messageId))
      first.set(messageId, request);
  }
  const requests = [...first.values()];
  const bodies = requests.map(({ event }) => parse(event.body));
  const messages = requests.flatMap((request, index): ExploredMessage[] => {
    const { event, message } = request;
    const match = patternOf(
      bodies[index],
      bodies.filter((_, other) => other !== index),
    );
    if (match === null) return [];
    const user = message?.event.user ?? null;
    const later = requests.slice(index + 1);
    const deletion = isDeletion(request)
      ? undefined
      : later.find((other) => isDeletion(other) && other.message?.event.user === user);
    const next = later[0];
    return [
      {
        id: event.messageId ?? '',
        ...{ user, match },
        untilNextMs: next === undefined ? null : next.event.at - event.at,
        untilDeletionMs: deletion === undefined ? null : deletion.event.at - event.at,
      },
    ];
  });
  return { messages, equal: requests.length - messages.length };
}
