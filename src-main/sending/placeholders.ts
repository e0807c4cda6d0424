/** Generated values in messages to send. `shared/sending/send` lists them for the interface and the docs. */
import type { Clock, Random } from '#main/kit/ports.ts';
import { randomUuid } from '#main/kit/random.ts';

interface Tools {
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Random;
}

const names = ['ada', 'alan', 'barbara', 'edsger', 'grace', 'hedy', 'katherine', 'linus'];

const integer = String.raw`\{(?:int:\d{1,9}-\d{1,9}|now:m?s)\}`;
/**
 * A string value that is only an integer becomes a number; names are followed by a colon. What is before it is read
 * last: from each of many spaces, it would take quadratic time (D62).
 */
const wholeInteger = String.raw`"${integer}"(?!\s*:)(?<=[:,[]\s*"${integer}")`;
/** Doubled braces belong to the template languages of receivers. */
const inText = String.raw`(?<!\{)(?:\{(?:n|uuid|now|name|email)\}|${integer})(?!\})`;
const placeholder = new RegExp(`${wholeInteger}|${inText}`, 'g');

function randomBelow(random: Random, limit: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = random.bytes(4);
  return Math.floor((((a * 256 + b) * 256 + c) * 256 + d) / (2 ** 32 / limit));
}

/** Writes the JSON text of each message of a run from its template. */
export const createMessageWriter = (template: Record<string, unknown>, tools: Tools) =>
  createTextWriter(JSON.stringify(template), tools);

/** Writes the text of each message of a run. */
export function createTextWriter(text: string, { clock, random }: Tools) {
  const isConstant = text.search(placeholder) === -1;

  /** @param n Number of the message in the run, from 1. */
  return (n: number): string => {
    if (isConstant) return text;
    // One name per message, so that its name and email agree.
    const name = names[randomBelow(random, names.length)] ?? '';
    return text.replace(placeholder, (found) => {
      const kind = found.replaceAll(/["{}]/g, '');
      switch (kind) {
        case 'n':
          return String(n);
        case 'uuid':
          return randomUuid(random);
        case 'now':
          return new Date(clock.now()).toISOString();
        case 'now:s':
          return String(Math.floor(clock.now() / 1_000));
        case 'now:ms':
          return String(Math.floor(clock.now()));
        case 'name':
          return name;
        case 'email':
          return `${name}${n}@example.com`;
        default: {
          const [from = 0, to = 0] = kind
            .slice('int:'.length)
            .split('-')
            .map(Number)
            .sort((a, b) => a - b);
          return String(from + randomBelow(random, to - from + 1));
        }
      }
    });
  };
}
