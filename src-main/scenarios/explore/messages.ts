/** The messages of a run that can be disturbed, and how a mock endpoint recognizes each of them. */
import { type BodyPattern, bodyProblem } from '#shared/kit/body-pattern.ts';
import { bodyValue, contentTypeOf } from '#shared/kit/body-value.ts';
import { isJsonNumber, isJsonObject } from '#shared/kit/exact-json.ts';
import type { JsonValue } from '#shared/kit/json-value.ts';
import type { HistoryIndex, RequestRecord } from '../history/history-index.ts';

/** A message, in the order in which they first arrive without disturbances. */
export interface ExploredMessage {
  readonly id: string;
  readonly user: string | null;
  /** When it first arrives, in milliseconds of virtual time. */
  readonly at: number;
  /** Part of its body that no other message has. */
  readonly match: BodyPattern;
  /** Milliseconds until the next message arrives; null for the last. */
  readonly untilNextMs: number | null;
  /** Milliseconds until the deletion of its user arrives; null without one. */
  readonly untilDeletionMs: number | null;
}

type Path = readonly string[];

const dayMs = 86_400_000;

/** Times differ in every run: ISO texts, and seconds or milliseconds since the epoch that are about `now`. */
function isTime(value: unknown, now: number): boolean {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return true;
  const number = Number(String(value));
  return [number, number * 1_000].some((ms) => Math.abs(ms - now) < dayMs);
}

/** Paths of texts and numbers, those at the top first. */
function pathsOf(body: unknown, now: number): readonly Path[] {
  const paths: Path[] = [];
  let level: readonly (readonly [Path, unknown])[] = [[[], body]];
  while (level.length > 0) {
    const next: (readonly [Path, unknown])[] = [];
    for (const [path, value] of level)
      if (isJsonObject(value))
        next.push(...Object.entries(value).map(([key, item]) => [[...path, key], item] as const));
      else if ((isJsonNumber(value) || typeof value === 'string') && !isTime(value, now))
        paths.push(path);
    level = next;
  }
  return paths;
}

const valueAt = (body: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, key) => (isJsonObject(value) ? value[key] : undefined), body);

const patternAt = (path: Path, value: unknown): BodyPattern =>
  path.reduceRight<JsonValue>(
    (inner, key) => ({ [key]: inner }),
    value as JsonValue,
  ) as BodyPattern;

/** By its message ID where possible, else by the first value that no other body has; null if there is none. */
function patternOf(body: unknown, others: readonly unknown[], now: number): BodyPattern | null {
  const paths = [['messageId'], ...pathsOf(body, now)];
  const path = paths.find((one) => {
    const value = valueAt(body, one);
    if (value === undefined) return false;
    const pattern = patternAt(one, value);
    return others.every((other) => bodyProblem(pattern, other) !== null);
  });
  return path === undefined ? null : patternAt(path, valueAt(body, path));
}

const isDeletion = ({ message }: RequestRecord): boolean => message?.event.type === 'delete';

/** Those that arrived at a mock endpoint in a run without disturbances, and how many have no pattern. */
export function messagesOf(
  { history, startsAt }: { readonly history: HistoryIndex; readonly startsAt: number },
  mock: string,
): { readonly messages: readonly ExploredMessage[]; readonly equal: number } {
  const first = new Map<string, RequestRecord>();
  for (const request of history.requests) {
    const { mock: name, messageId } = request.event;
    if (name === mock && messageId !== null && !first.has(messageId)) first.set(messageId, request);
  }
  const requests = [...first.values()];
  const bodies = requests.map(({ event }) => bodyValue(event.body, contentTypeOf(event.headers)));
  const messages = requests.flatMap((request, index): ExploredMessage[] => {
    const { event, message } = request;
    const match = patternOf(
      bodies[index],
      bodies.filter((_, other) => other !== index),
      startsAt + event.at,
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
        ...{ user, match, at: event.at },
        untilNextMs: next === undefined ? null : next.event.at - event.at,
        untilDeletionMs: deletion === undefined ? null : deletion.event.at - event.at,
      },
    ];
  });
  return { messages, equal: requests.length - messages.length };
}
