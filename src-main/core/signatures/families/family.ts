/**
 * A family is a cause with a parameter, such as the length at which a body was truncated. Its many
 * candidate bodies share one buffer, and are described only if one matches.
 */
import type { Language } from '#shared/schemas/signature.ts';
import type { KeyedHash } from '../keyed-hash.ts';
import type { Body, Mistake } from '../mistakes/mistake.ts';

/** What is known about the request besides its body and secret. */
export interface RequestContext {
  /** Its possible URLs, most likely first. */
  readonly urls: readonly string[];
  /** Unix seconds at which a receiver may have read its clock. */
  readonly seconds: readonly number[];
  /** Values of the request's headers that could be a timestamp. */
  readonly headerValues: readonly string[];
}

export const noContext: RequestContext = { urls: [], seconds: [], headerValues: [] };

export interface FamilyInput {
  readonly body: Body;
  readonly context: RequestContext;
  /** What the receiver computed, which may carry the timestamp it used. */
  readonly observed: string;
  /** Members of this language come first. */
  readonly language: Language | undefined;
  readonly write: KeyedHash['write'];
}

/** What is written up to `end` when the member is yielded. */
export interface Member {
  readonly end: number;
  /** Several mistakes if they can't be distinguished. */
  readonly explain: () => readonly Mistake[];
}

export interface Family {
  /** Tried first if this language is chosen. */
  readonly language?: Language;
  readonly members: (input: FamilyInput) => Iterable<Member>;
  /** Maximum bytes that all members together may hash. */
  readonly maxBytes: number;
}

export const count = (value: number): string => value.toLocaleString('en');

/** Sizes that programs read or keep at once. */
export const commonSizes: readonly number[] = [
  64, 100, 128, 200, 250, 255, 256, 500, 512, 1_000, 1_024, 1_400, 1_460, 1_500, 2_000, 2_048,
  4_000, 4_096, 5_000, 8_000, 8_192, 10_000, 10_240, 16_000, 16_384, 20_000, 20_480, 32_767, 32_768,
  50_000, 65_535, 65_536, 100_000, 102_400, 131_072, 262_144,
];

/** Size of the largest member: the body twice plus some names, or the largest buffer. */
export const maxMemberBytes = ({ bytes }: Body): number => bytes.length * 4 + 300_000;
