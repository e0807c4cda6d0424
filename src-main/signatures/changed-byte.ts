/** Finds one changed byte of the signed content, as a faulty connection or a charset conversion leaves it. */
import { yieldToEventLoop } from '#main/kit/yield-to-event-loop.ts';
import { visibleText } from '#shared/kit/visible-text.ts';
import type { DigestMatcher } from './digest-matcher.ts';
import { createKeyedHash } from './keyed-hash.ts';
import type { HashName } from './mistakes/digest-mistakes.ts';

/** Bytes hashed in all, about half a second; each trial adds a fixed cost in bytes. */
const maxHashedBytes = 384 * 1024 * 1024;
const bytesPerYield = 2 * 1024 * 1024;
const bytesPerTrial = 1_024;

/** Single bits first: they are what fails in transit. */
function* replacements(byte: number): Generator<number> {
  for (let bit = 0; bit < 8; bit += 1) yield byte ^ (1 << bit);
  for (let value = 0; value < 256; value += 1)
    if (((value ^ byte) & ((value ^ byte) - 1)) !== 0) yield value;
}

interface ChangedByte {
  readonly offset: number;
  readonly expected: string;
  readonly found: string;
  /** The content with it. */
  readonly hashed: Buffer;
}

const shown = (byte: number): string => {
  const hex = byte.toString(16).padStart(2, '0');
  return byte >= 0x20 && byte < 0x7f ? `${visibleText(String.fromCharCode(byte))} (${hex})` : hex;
};

export async function findChangedByte(
  hash: HashName,
  key: string | Buffer,
  content: Buffer,
  matcher: Pick<DigestMatcher, 'matchComplete'>,
  signal: AbortSignal | undefined,
): Promise<ChangedByte | null> {
  const { write, digest } = createKeyedHash(hash, key, content.length);
  const cost = content.length + bytesPerTrial;
  const bytesAllowed = Math.floor(maxHashedBytes / cost);
  // Too long for all bytes: only the bits.
  const perByte = content.length * 255 <= bytesAllowed ? 255 : 8;
  if (content.length * perByte > bytesAllowed) return null;
  let sinceYield = 0;
  const changed = Buffer.from(content);
  for (const [offset, byte] of content.entries()) {
    let tried = 0;
    for (const value of replacements(byte)) {
      if (tried === perByte) break;
      tried += 1;
      changed[offset] = value;
      if (matcher.matchComplete(digest(write(0, changed)))?.length === 0)
        return { offset, expected: shown(byte), found: shown(value), hashed: changed };
    }
    changed[offset] = byte;
    sinceYield += cost * tried;
    if (sinceYield > bytesPerYield) {
      sinceYield = 0;
      await yieldToEventLoop(signal);
    }
  }
  return null;
}
