/**
 * The candidates of one cause with a parameter, such as the length of a truncated body. They share one
 * buffer, and are described only on a match.
 */
import type { Language } from '#shared/signatures/signature.ts';
import type { KeyedHash } from '../keyed-hash.ts';
import type { Body, Mistake } from '../mistakes/mistake.ts';

/** Details of the request other than its body and secret. */
export interface RequestContext {
  /** Possible URLs, most likely first. */
  readonly urls: readonly string[];
  /** Unix seconds at which a receiver may have read its clock. */
  readonly seconds: readonly number[];
  /** Header values that could be a timestamp. */
  readonly headerValues: readonly string[];
}

export const noContext: RequestContext = { urls: [], seconds: [], headerValues: [] };

export interface CandidateInput {
  readonly body: Body;
  readonly context: RequestContext;
  /** The observed digest, which may include the timestamp the receiver used. */
  readonly observed: string;
  /** Candidates of this language come first. */
  readonly language: Language | undefined;
  readonly write: KeyedHash['write'];
}

/** The content written up to `end` when the candidate is yielded. */
export interface WrittenCandidate {
  readonly end: number;
  /** Several mistakes if they can't be distinguished. */
  readonly explain: () => readonly Mistake[];
}

export interface CandidateGroup {
  /** Tried first if this language is selected. */
  readonly language?: Language;
  readonly candidates: (input: CandidateInput) => Iterable<WrittenCandidate>;
  /** Maximum bytes to hash for all candidates together. */
  readonly maxBytes: number;
}

/** Common buffer sizes in bytes. */
export const commonSizes: readonly number[] = [
  64, 100, 128, 200, 250, 255, 256, 500, 512, 1_000, 1_024, 1_400, 1_460, 1_500, 2_000, 2_048,
  4_000, 4_096, 5_000, 8_000, 8_192, 10_000, 10_240, 16_000, 16_384, 20_000, 20_480, 32_767, 32_768,
  50_000, 65_535, 65_536, 100_000, 102_400, 131_072, 262_144,
];

/** Maximum size of a candidate: the body twice plus some names, or the largest buffer. */
export const maxCandidateBytes = ({ bytes }: Body): number => bytes.length * 4 + 300_000;
