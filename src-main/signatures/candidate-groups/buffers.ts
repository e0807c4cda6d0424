/** The body read through a fixed-size buffer, or only in part. */
import { formatCount } from '#shared/kit/format.ts';
import { type Body, did, type Mistake } from '../mistakes/mistake.ts';
import {
  type CandidateGroup,
  type CandidateInput,
  commonSizes,
  type WrittenCandidate,
} from './candidate-group.ts';

const mistake = (code: string, what: string): readonly Mistake[] => [
  { code, message: did(`hashed ${what}.`), fix: 'raw_body' },
];

const isContinuation = (byte: number | undefined): boolean =>
  byte !== undefined && (byte & 0xc0) === 0x80;

/**
 * Every length up to this is tried: the end of the first chunk depends on the headers before it.
 */
const eachLengthBelow = 4_096;
/** Ranges around the ends of 8 KiB and 16 KiB chunks. */
const windows = [
  [7_000, 8_192],
  [15_000, 16_384],
] as const;

const isTried = (length: number): boolean =>
  length <= eachLengthBelow ||
  length % 1_024 === 0 ||
  windows.some(([from, to]) => length >= from && length <= to) ||
  commonSizes.includes(length);

function* truncatedBodies({
  body: { bytes, text },
  write,
}: CandidateInput): Generator<WrittenCandidate> {
  for (let length = 1; length < bytes.length; length += 1) {
    // A length in characters is too short for non-ASCII text.
    if (!isTried(length) && length !== text.length) continue;
    write(0, bytes);
    yield {
      end: length,
      explain: () =>
        mistake(
          'body_truncated',
          `only the first ${formatCount(length)} bytes of the body: one chunk, or one full buffer`,
        ),
    };
    if (!isContinuation(bytes[length]) || isContinuation(bytes[length - 1])) continue;
    // Decoding replaces the rest of a cut character with one U+FFFD.
    yield {
      end: write(length - 1, '\ufffd'),
      explain: () =>
        mistake(
          'body_truncated',
          `only the first bytes of the body, cut inside a character at byte ${formatCount(length)}, which became U+FFFD`,
        ),
    };
  }
}

function* lastChunks({ body: { bytes }, write }: CandidateInput): Generator<WrittenCandidate> {
  for (const size of commonSizes) {
    const from = Math.floor((bytes.length - 1) / size) * size;
    if (from <= 0) return;
    yield {
      end: write(0, bytes.subarray(from)),
      explain: () =>
        mistake(
          'body_last_chunk',
          `only the last chunk of the body: each chunk of ${formatCount(size)} bytes replaced the one before`,
        ),
    };
  }
}

const zeroPadded = (zeros: number, size: number): readonly Mistake[] =>
  mistake(
    'body_zero_padded',
    zeros === 1
      ? 'the body with a zero byte after it, as a C string ends'
      : `the body with ${formatCount(zeros)} zero bytes after it: the whole buffer of ${formatCount(size)} bytes, not only the bytes read into it`,
  );

function* paddedBodies({ body: { bytes }, write }: CandidateInput): Generator<WrittenCandidate> {
  const end = write(0, bytes);
  write(end, Buffer.alloc(Math.max(1, (commonSizes.at(-1) ?? 0) - end)));
  for (const size of [end + 1, ...commonSizes])
    if (size > end) yield { end: size, explain: () => zeroPadded(size - end, size) };
}

/** The last chunk doesn't fill the buffer, but the whole buffer is hashed. */
function* wholeBuffers({ body: { bytes }, write }: CandidateInput): Generator<WrittenCandidate> {
  const end = write(0, bytes);
  for (const size of commonSizes) {
    const remainder = end % size;
    if (size >= end) return;
    if (remainder === 0) continue;
    yield {
      end: write(end, bytes.subarray(end - size, end - remainder)),
      explain: () =>
        mistake(
          'body_buffer_reused',
          `a buffer of ${formatCount(size)} bytes as a whole after every read: bytes of an earlier chunk followed the last one`,
        ),
    };
    yield {
      end: write(end, Buffer.alloc(size - remainder)),
      explain: () => zeroPadded(size - remainder, size),
    };
  }
}

const splitCharacter = (isReplaced: boolean): readonly Mistake[] =>
  mistake(
    'body_split_character',
    `the body decoded chunk by chunk: characters cut between two chunks ${isReplaced ? 'became U+FFFD' : 'were left out'}`,
  );

/** Splits at every chunk boundary. */
function* splitChunks({ body: { bytes }, write }: CandidateInput): Generator<WrittenCandidate> {
  for (const size of commonSizes) {
    if (size >= bytes.length) return;
    let text = '';
    for (let at = 0; at < bytes.length; at += size)
      text += bytes.subarray(at, at + size).toString('utf8');
    if (!text.includes('\ufffd')) continue;
    yield { end: write(0, text), explain: () => splitCharacter(true) };
    yield {
      end: write(0, text.replaceAll('\ufffd', '')),
      explain: () => splitCharacter(false),
    };
  }
}

const isAscii = ({ bytes, text }: Body): boolean => bytes.length === text.length;

const beyondAscii =
  (candidates: CandidateGroup['candidates']): CandidateGroup['candidates'] =>
  (input) =>
    isAscii(input.body) ? [] : candidates(input);

export const bufferGroups: readonly CandidateGroup[] = [
  { candidates: truncatedBodies, maxBytes: 48 * 1024 * 1024 },
  { candidates: lastChunks, maxBytes: 8 * 1024 * 1024 },
  { candidates: paddedBodies, maxBytes: 8 * 1024 * 1024 },
  { candidates: wholeBuffers, maxBytes: 8 * 1024 * 1024 },
  { candidates: beyondAscii(splitChunks), maxBytes: 8 * 1024 * 1024 },
];
