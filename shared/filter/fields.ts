/** Fields of the filter language with their syntax and values. */
import {
  AttemptCode,
  attemptOutcomes,
  deliveryReasons,
  deliveryStates,
} from '#shared/deliveries/delivery.ts';
import { MessageType, OriginKind } from '#shared/ingestion/message.ts';

export interface FieldSpec {
  readonly name: string;
  /** Start of a term with this field. */
  readonly opening: string;
  /** Short description for suggestions. */
  readonly meaning: string;
  /** A complete term, for errors. */
  readonly example: string;
  /** Supported operators. */
  readonly signs: readonly string[];
  /** Allowed values, if limited. */
  readonly choices?: readonly string[];
}

const choiceSigns = [':', '='];
const textSigns = [':', '='];
const orderSigns = ['<', '<=', '>', '>='];
const numberSigns = [':', '=', ...orderSigns];

/** In suggestion order. */
export const fields: readonly FieldSpec[] = [
  {
    name: 'state',
    opening: 'state:',
    meaning: 'state of the delivery',
    example: 'state:waiting',
    signs: choiceSigns,
    choices: deliveryStates,
  },
  {
    name: 'reason',
    opening: 'reason:',
    meaning: 'why it gave up or is not sent',
    example: 'reason:window_ended',
    signs: choiceSigns,
    choices: deliveryReasons,
  },
  {
    name: 'type',
    opening: 'type:',
    meaning: 'message type',
    example: 'type:track',
    signs: choiceSigns,
    choices: MessageType.options,
  },
  {
    name: 'event',
    opening: 'event:',
    meaning: 'event name, page name or user',
    example: 'event:"Order Completed"',
    signs: textSigns,
  },
  {
    name: 'status',
    opening: 'status>=',
    meaning: 'status of the latest response',
    example: 'status>=500',
    signs: numberSigns,
  },
  {
    name: 'outcome',
    opening: 'outcome:',
    meaning: 'outcome of the latest attempt',
    example: 'outcome:failed',
    signs: choiceSigns,
    choices: attemptOutcomes,
  },
  {
    name: 'code',
    opening: 'code:',
    meaning: 'outcome code',
    example: 'code:server_error',
    signs: choiceSigns,
    choices: AttemptCode.options,
  },
  {
    name: 'attempts',
    opening: 'attempts>',
    meaning: 'number of attempts',
    example: 'attempts>3',
    signs: numberSigns,
  },
  {
    name: 'destination',
    opening: 'destination:',
    meaning: 'destination name',
    example: 'destination:"Staging hooks"',
    signs: textSigns,
  },
  {
    name: 'source',
    opening: 'source:',
    meaning: 'source name',
    example: 'source:Website',
    signs: textSigns,
  },
  {
    name: 'origin',
    opening: 'origin:',
    meaning: 'origin of the message',
    example: 'origin:sync',
    signs: choiceSigns,
    choices: OriginKind.options,
  },
  {
    name: 'url',
    opening: 'url:',
    meaning: 'webhook URL',
    example: 'url:example.com',
    signs: textSigns,
  },
  {
    name: 'user',
    opening: 'user:',
    meaning: 'userId or anonymousId',
    example: 'user:ada',
    signs: textSigns,
  },
  {
    name: 'age',
    opening: 'age<',
    meaning: 'time since it was created',
    example: 'age<10m',
    signs: orderSigns,
  },
  {
    name: 'created',
    opening: 'created>=',
    meaning: 'creation time',
    example: 'created>=2026-11-20T15:04Z',
    signs: orderSigns,
  },
  {
    name: 'attempted',
    opening: 'attempted>=',
    meaning: 'start of the latest attempt',
    example: 'attempted>=2026-11-20T15:04Z',
    signs: orderSigns,
  },
  {
    name: 'header',
    opening: 'header[',
    meaning: 'request header',
    example: 'header[x-env]=test',
    signs: textSigns,
  },
  {
    name: 'body',
    opening: 'body.',
    meaning: 'a value in the body',
    example: 'body.properties.total>100',
    signs: numberSigns,
  },
  {
    name: 'has',
    opening: 'has:',
    meaning: 'deliveries with a warning',
    example: 'has:warning',
    signs: choiceSigns,
    choices: ['warning'],
  },
];

/** Finds the field for the text before the operator; undefined if there is none. */
export function fieldOf(head: string, table: readonly FieldSpec[] = fields): FieldSpec | undefined {
  const name = /^[^.[]*/.exec(head)?.[0].toLowerCase();
  return table.find((field) => field.name === name);
}
