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

/** What forms and the `URL` parser change in a text, apart from percent encoding. */
const urlForms = (text: string): readonly string[] => [
  text.replaceAll(' ', '+'),
  ...['http://a/', 'http://a/?'].map((start) =>
    (URL.parse(start + text)?.href ?? '').slice(start.length),
  ),
  // In a host name, `URL` changes the case.
  text.toLowerCase(),
];

/**
 * The secret itself, and its encodings. Those that `textLevels` undoes are not among them. What looks like an escape
 * in a form is undone, too.
 */
export function secretForms(secret: string): readonly string[] {
  const text = secret.toWellFormed();
  const bytes = utf8(text);
  const base64 = base64Forms(bytes);
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

function* rangesOf<Form extends string>(
  levels: readonly TextLevel[],
  forms: ReadonlySet<Form>,
): Generator<SecretRange<Form>> {
  for (const { text, original } of levels)
    for (const form of forms)
      for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length))
        yield { start: original(at), end: original(at + form.length), form };
}

/** Replaces forms, which must not be empty. Those that overlap are replaced together, as the longest. */
export function replaceForms(
  levels: readonly TextLevel[],
  forms: ReadonlySet<string>,
  markOf: (form: string) => string,
): string {
  const text = levels[0]?.text ?? '';
  const found = [...rangesOf(levels, forms)].sort((a, b) => a.start - b.start);
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
