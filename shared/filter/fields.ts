/** Fields of filters of deliveries. `subject.ts` has those of scenarios. */
import {
  AttemptCode,
  attemptOutcomes,
  deliveryReasons,
  deliveryStates,
} from '#shared/deliveries/delivery.ts';
import { MessageType, OriginKind } from '#shared/ingestion/message.ts';

const equal = [':', '='] as const;
export const orders = ['<', '<=', '>', '>='] as const;

/** The operators of each type of field. `term.ts` reads the values. */
const signs = {
  choice: equal,
  /** A choice, or a sync or deletion request: `sync:17`. */
  origin: equal,
  /** Matches the whole name, unlike a text: `step:first` must not match `first-retry`. */
  name: equal,
  text: equal,
  header: equal,
  number: [...equal, ...orders],
  duration: [...equal, ...orders],
  body: [...equal, ...orders],
  /** Numbers of rows: `id:12,15-20`. */
  rows: equal,
  age: orders,
  time: orders,
  /** A time, or a duration after the start of the run: `+2h`. */
  runTime: orders,
} as const;

export interface Field<
  Name extends string = string,
  Type extends keyof typeof signs = keyof typeof signs,
  Choice extends string = string,
> {
  readonly name: Name;
  readonly type: Type;
  /** Supported operators. */
  readonly signs: readonly string[];
  /** A complete term, for errors. */
  readonly example: string;
  /** Short description for suggestions. */
  readonly meaning: string;
  /** Allowed values; empty if any value is. */
  readonly choices: readonly Choice[];
}

/** `value`: the end of the example, from the operator on. */
export const field = <
  Name extends string,
  Type extends keyof typeof signs,
  const Choice extends string = never,
>(
  name: Name,
  type: Type,
  value: string,
  meaning: string,
  choices: readonly Choice[] = [],
): Field<Name, Type, Choice> => ({
  ...{ name, type, signs: signs[type], meaning, choices },
  example: `${name}${value}`,
});

/** In suggestion order. */
export const fields = [
  field('state', 'choice', ':waiting', 'state of the delivery', deliveryStates),
  field('reason', 'choice', ':window_ended', 'why it gave up or is not sent', deliveryReasons),
  field('type', 'choice', ':track', 'message type', MessageType.options),
  field('event', 'text', ':"Order Completed"', 'event name, page name or user'),
  field('status', 'number', '>=500', 'status of the latest response'),
  field('outcome', 'choice', ':failed', 'outcome of the latest attempt', attemptOutcomes),
  field('code', 'choice', ':server_error', 'outcome code', AttemptCode.options),
  field('attempts', 'number', '>3', 'number of attempts'),
  field('id', 'rows', ':12,15-20', 'number of the delivery, as in its address'),
  field('destination', 'text', ':"Staging hooks"', 'destination name'),
  field('source', 'text', ':Website', 'source name'),
  field('origin', 'origin', ':sync', 'origin of the message', OriginKind.options),
  field('url', 'text', ':example.com', 'webhook URL'),
  field('endpoint', 'text', '=recovers', 'name of the mock endpoint'),
  field('user', 'text', ':ada', 'userId or anonymousId'),
  field('age', 'age', '<10m', 'time since it was created'),
  field('created', 'time', '>=2026-11-20T15:04Z', 'creation time'),
  field('attempted', 'time', '>=2026-11-20T15:04Z', 'start of the latest attempt'),
  field('header', 'header', '[x-env]=test', 'request header'),
  field('body', 'body', '.properties.total>100', 'a value in the body'),
  field('has', 'choice', ':warning', 'deliveries with a warning', ['warning']),
];

/** Finds the field for the text before the operator; undefined if there is none. */
export function fieldOf(head: string, table: readonly Field[] = fields): Field | undefined {
  const name = /^[^.[]*/.exec(head)?.[0].toLowerCase();
  return table.find((field) => field.name === name);
}
