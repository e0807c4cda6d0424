/** Finds secrets in texts, in the forms in which requests, responses and reports may have them. */
import { type TextLevel, textLevels } from './escaped-text.ts';

/** Shorter encoded forms occur in texts by chance. */
const minEncodedLength = 6;

/** UTF-8 bytes of a text with one character each, the input of base64. */
const utf8 = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');

/** Base64 of a text that contains the secret: it starts at one of three positions of a group. */
const base64Forms = (bytes: string): readonly string[] => [
  btoa(bytes).replace(/=+$/, ''),
  ...[0, 1, 2].map((shift) => {
    const base64 = btoa('\0'.repeat(shift) + bytes);
    // The characters at both ends depend on the text around it.
    return base64.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
  }),
];

/** As JSON of JavaScript, Python and PHP, which may be encoded as a whole. */
function jsonForms(text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const ascii = json.replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return [json, ascii, ...[json, ascii].map((form) => form.replaceAll('/', '\\/'))];
}

/** What forms and the `URL` parser change in a text, apart from percent encoding. */
const urlForms = (text: string): readonly string[] => [
  text.replaceAll(' ', '+'),
  ...['http://a/', 'http://a/?'].map((start) =>
    (URL.parse(start + text)?.href ?? '').slice(start.length),
  ),
  // In a host name, `URL` changes the case; programs print names of variables in upper case.
  text.toLowerCase(),
  text.toUpperCase(),
];

/**
 * The secret itself, and its encodings. Those that `textLevels` undoes are not among them. What looks like an escape
 * in a form is undone, too.
 */
export function secretForms(secret: string): readonly string[] {
  const text = secret.toWellFormed();
  const bytes = utf8(text);
  const base64 = [...new Set([text, ...jsonForms(text)])].flatMap((form) =>
    base64Forms(utf8(form)),
  );
  const encoded = [
    ...[text, bytes, ...urlForms(text)].flatMap((form) =>
      textLevels(form).map((level) => level.text),
    ),
    ...base64,
    ...base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
  ];
  return [
    ...new Set([secret, text, ...encoded.filter(({ length }) => length >= minEncodedLength)]),
  ];
}

export interface SecretRange<Form> {
  readonly start: number;
  readonly end: number;
  readonly form: Form;
}

/** Forms are found by their first characters, and then by their hash. */
const startLength = 4;
const hashOfStart = (text: string, at: number): number =>
  (text.charCodeAt(at) * 31 + text.charCodeAt(at + 1) * 7 + text.charCodeAt(at + 3)) & 0xff_ff;

/** Odd, so that each character counts. */
const factor = 0x9e_37_79_b1;

/** Of each start of a text, and powers of the factor: together they give the hash of any part at once. */
function hashesOf(text: string): (at: number, length: number) => number {
  const hashes = new Int32Array(text.length + 1);
  const powers = new Int32Array(text.length + 1).fill(1);
  for (let at = 0; at < text.length; at += 1) {
    hashes[at + 1] = Math.imul(hashes[at] ?? 0, factor) + text.charCodeAt(at);
    powers[at + 1] = Math.imul(powers[at] ?? 0, factor);
  }
  return (at, length) =>
    ((hashes[at + length] ?? 0) - Math.imul(hashes[at] ?? 0, powers[length] ?? 0)) | 0;
}

function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash, factor) + text.charCodeAt(at);
  return hash | 0;
}

/** Forms of one length, by their hash. */
interface FormsOfLength {
  readonly length: number;
  readonly byHash: Map<number, Set<string>>;
}

/** Searches a text for all forms at once: the time grows with the text, hardly with their number. */
export function createFormSearch() {
  /** Whether a form may begin with these characters. */
  const mayStart = new Uint8Array(0x1_00_00);
  /** The longest first: it covers the others. */
  const byStart = new Map<string, FormsOfLength[]>();
  const short = new Set<string>();

  /** Null if more than `maxCompared` characters must be compared, since many places are like a form. */
  function rangesIn(
    levels: readonly TextLevel[],
    maxCompared = Number.POSITIVE_INFINITY,
  ): readonly SecretRange<string>[] | null {
    const ranges: SecretRange<string>[] = [];
    let compared = 0;
    for (const { text, original } of levels) {
      let hashAt: ReturnType<typeof hashesOf> | undefined;
      for (const form of short)
        for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length))
          ranges.push({ ...original(at, at + form.length), form });
      for (let at = 0; at + startLength <= text.length; at += 1) {
        if (mayStart[hashOfStart(text, at)] === 0) continue;
        for (const { length, byHash } of byStart.get(text.slice(at, at + startLength)) ?? []) {
          compared += 1;
          if (at + length > text.length) continue;
          hashAt ??= hashesOf(text);
          const forms = byHash.get(hashAt(at, length));
          if (forms === undefined) continue;
          compared += length;
          const form = text.slice(at, at + length);
          if (!forms.has(form)) continue;
          ranges.push({ ...original(at, at + length), form });
          break;
        }
        if (compared > maxCompared) return null;
      }
    }
    return ranges;
  }

  function lengthsOf(start: string): FormsOfLength[] {
    const lengths = byStart.get(start) ?? [];
    byStart.set(start, lengths);
    return lengths;
  }

  function hashesOfLength(lengths: FormsOfLength[], length: number): FormsOfLength['byHash'] {
    const at = lengths.findIndex((of) => of.length <= length);
    const found = lengths[at];
    if (found?.length === length) return found.byHash;
    const byHash = new Map<number, Set<string>>();
    lengths.splice(at < 0 ? lengths.length : at, 0, { length, byHash });
    return byHash;
  }

  return {
    /** A form must not be empty. */
    add(form: string): void {
      if (form.length < startLength) {
        short.add(form);
        return;
      }
      mayStart[hashOfStart(form, 0)] = 1;
      const byHash = hashesOfLength(lengthsOf(form.slice(0, startLength)), form.length);
      const hash = hashOf(form);
      byHash.set(hash, (byHash.get(hash) ?? new Set()).add(form));
    },
    rangesIn,
  };
}

/** Those that overlap are replaced together, as the longest. */
export function replaceRanges(
  text: string,
  ranges: Iterable<SecretRange<string>>,
  markOf: (form: string) => string,
): string {
  const found = [...ranges].sort((a, b) => a.start - b.start);
  const merged: SecretRange<string>[] = [];
  for (const range of found) {
    const last = merged.at(-1);
    if (last === undefined || range.start >= last.end) merged.push(range);
    else {
      const { form } = range.form.length > last.form.length ? range : last;
      merged[merged.length - 1] = { ...last, end: Math.max(last.end, range.end), form };
    }
  }
  let replaced = '';
  let end = 0;
  for (const range of merged) {
    replaced += text.slice(end, range.start) + markOf(range.form);
    end = range.end;
  }
  return replaced + text.slice(end);
}
