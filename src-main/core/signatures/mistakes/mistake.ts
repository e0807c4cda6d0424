import type { Language } from '#shared/schemas/signature.ts';
import type { FixName } from '../fixes.ts';
import { type JsonNode, readJson } from '../json/json-document.ts';

/** One thing a receiver can do otherwise than the specification says. */
export interface Mistake {
  /** Stable name, part of the contract. */
  readonly code: string;
  /** What the receiver did, for the user. */
  readonly message: string;
  readonly fix: FixName;
  /** The language whose habit it is; absent where it may happen in any. */
  readonly language?: Language;
}

/** A body that may be changed: the bytes, the text they are, and the JSON in it. */
export interface Body {
  readonly bytes: Buffer;
  readonly text: string;
  /** Undefined where it is not JSON. */
  readonly document: () => JsonNode | undefined;
}

export function bodyOf(content: string | Buffer): Body {
  const isText = typeof content === 'string';
  let text = isText ? content : undefined;
  let read: { readonly document: JsonNode | undefined } | undefined;
  return {
    bytes: isText ? Buffer.from(content, 'utf8') : content,
    // Most bodies are only hashed: decoding and parsing wait until they are asked for.
    get text() {
      text ??= this.bytes.toString('utf8');
      return text;
    },
    document() {
      read ??= { document: readJson(this.text) };
      return read.document;
    },
  };
}

/** What may be hashed instead; several where libraries differ; undefined where it cannot be done. */
export type Changed = string | Buffer | readonly (string | Buffer)[] | undefined;

/** Changes the body before it is hashed. */
export interface BodyMistake extends Mistake {
  readonly change: (body: Body) => Changed;
  /** Never combined: pairs of all causes would take too long. */
  readonly isAlone?: true;
}
