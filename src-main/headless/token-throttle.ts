/** Throttles token guessing: a few wrong tokens per minute and remote address. */
import { isIPv6 } from 'node:net';

const maxWrongTokens = 10;
/** From where the right one came: a script with an old token must not lock its user out. */
const maxWrongTokensOfKnown = 600;
const knownMs = 3_600_000;
const windowMs = 60_000;
/** Limits memory; the address that failed longest ago is dropped first. */
const maxAddresses = 1_000;

/** One machine can have a whole /64 network of IPv6 addresses. */
function machineOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [before = '', after = ''] = plain.split('::');
  const groups = before === '' ? [] : before.split(':');
  const zeros = 8 - groups.length - (after === '' ? 0 : after.split(':').length);
  const whole = plain.includes('::') ? [...groups, ...Array(Math.max(0, zeros)).fill('0')] : groups;
  return whole.slice(0, 4).join(':');
}

function putLast<Value>(map: Map<string, Value>, machine: string, value: Value): void {
  map.delete(machine);
  map.set(machine, value);
  const [oldest] = map.keys();
  if (map.size > maxAddresses && oldest !== undefined) map.delete(oldest);
}

export interface TokenThrottle {
  /** 0 when the address may try a token now. */
  retryAfterSeconds(address: string): number;
  noteWrong(address: string): void;
  noteRight(address: string): void;
}

export function createTokenThrottle(now: () => number): TokenThrottle {
  const failures = new Map<string, { readonly count: number; readonly endsAt: number }>();

  /** Machines that gave the right token, and until when that counts. */
  const known = new Map<string, number>();

  function current(machine: string) {
    const found = failures.get(machine);
    return found !== undefined && found.endsAt > now() ? found : undefined;
  }

  return {
    retryAfterSeconds(address) {
      const machine = machineOf(address);
      const found = current(machine);
      const isKnown = (known.get(machine) ?? Number.NEGATIVE_INFINITY) > now();
      const limit = isKnown ? maxWrongTokensOfKnown : maxWrongTokens;
      if (found === undefined || found.count < limit) return 0;
      return Math.ceil((found.endsAt - now()) / 1_000);
    },
    noteWrong(address) {
      const machine = machineOf(address);
      const { count, endsAt } = current(machine) ?? { count: 0, endsAt: now() + windowMs };
      putLast(failures, machine, { count: count + 1, endsAt });
    },
    noteRight: (address) => putLast(known, machineOf(address), now() + knownMs),
  };
}
