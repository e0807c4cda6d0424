/** Generated values in messages to send. `shared/schemas/send` lists them for the interface and the docs. */
import type { Clock, Random } from '../ports.ts';
import { randomUuid } from '../random-id.ts';

interface Tools {
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Random;
}

const names = ['ada', 'alan', 'barbara', 'edsger', 'grace', 'hedy', 'katherine', 'linus'];

/** In JSON text. Doubled braces belong to the template languages of receivers. */
const placeholder = /(?<!\{)\{(?:(n|uuid|now|name|email)|int:(\d{1,9})-(\d{1,9}))\}(?!\})/g;
/** A string value that is only a random integer becomes a number; names are followed by a colon. */
const wholeInteger = /(?<=[:,[])"(\{int:\d{1,9}-\d{1,9}\})"(?!:)/g;

function randomBelow(random: Random, limit: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = random.bytes(4);
  return Math.floor((((a * 256 + b) * 256 + c) * 256 + d) / (2 ** 32 / limit));
}

/** Writes the JSON text of each message of a run from its template. */
export function createMessageWriter(template: Record<string, unknown>, { clock, random }: Tools) {
  const text = JSON.stringify(template);
  const isConstant = text.search(placeholder) === -1;
  const unquoted = text.replace(wholeInteger, '$1');

  /** @param n Number of the message in the run, from 1. */
  return (n: number): string => {
    if (isConstant) return text;
    // One name per message, so that its name and email agree.
    const name = names[randomBelow(random, names.length)] ?? '';
    return unquoted.replace(
      placeholder,
      (_, kind: string | undefined, low: string, high: string) => {
        switch (kind) {
          case 'n':
            return String(n);
          case 'uuid':
            return randomUuid(random);
          case 'now':
            return new Date(clock.now()).toISOString();
          case 'name':
            return name;
          case 'email':
            return `${name}${n}@example.com`;
          default: {
            const [from, to] = [Number(low), Number(high)].sort((a, b) => a - b);
            return String((from ?? 0) + randomBelow(random, (to ?? 0) - (from ?? 0) + 1));
          }
        }
      },
    );
  };
}
