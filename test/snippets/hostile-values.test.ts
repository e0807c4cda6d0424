/** Values of a profile stay in the literals of its snippets, whatever they contain. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { expect, it, onTestFinished } from 'vitest';
import { ProviderProfile } from '#shared/profiles/profile.ts';
import { verificationSnippets } from '#shared/signatures/snippets/verification-snippets.ts';
import { skipWithout } from '#test/support/skipped.ts';
import { makeFolder, removeFolder } from '#test/support/temporary-folder.ts';
import { findLanguage } from '../../scripts/languages.mjs';

const profileWith = (signature: object, headers: readonly (readonly [string, string])[] = []) =>
  ProviderProfile.parse({
    ...{ id: 'own', name: 'Own', timeLimitMs: 5_000, success: { accepted: ['2xx'] }, headers },
    ...{ retries: { kind: 'none' }, body: 'payload', signature },
  });

const hmac = { kind: 'hmac', hash: 'sha256', header: 'X-A', content: '{body}', encoding: 'hex' };
const keyed = { ...hmac, keyForm: 'base64', keyPrefix: 'p' };
const { hash: _, ...publicKey } = { ...keyed, kind: 'ed25519' };

type Place = (text: string) => ProviderProfile;

/** Not parsed, since the schema doesn't accept all of these values. */
const within =
  (signature: object, change: (text: string) => object): Place =>
  (text) => {
    const profile = profileWith(signature);
    return {
      ...profile,
      signature: { ...profile.signature, ...change(text) } as ProviderProfile['signature'],
    };
  };

const inHeader =
  (placeholder: string): Place =>
  (text) => ({
    ...profileWith({ ...hmac, content: `${placeholder}{body}` }),
    headers: [[text, placeholder]],
  });

const places: Readonly<Record<string, Place>> = {
  'header of a token': within({ kind: 'token', header: 'X-A' }, (header) => ({ header })),
  header: within(hmac, (header) => ({ header })),
  'header of the timestamp': inHeader('{timestamp}'),
  'header of the ID': inHeader('{id}'),
  content: within(hmac, (text) => ({ content: `${text}{body}${text}` })),
  value: within(hmac, (text) => ({ value: `${text}{signatures}${text}` })),
  entry: within(hmac, (text) => ({ entry: `${text}{signature}${text}` })),
  separator: within(hmac, (separator) => ({ separator })),
  'prefix of a shared secret': within(keyed, (keyPrefix) => ({ keyPrefix })),
  'prefix of a public key': within(publicKey, (keyPrefix) => ({ keyPrefix })),
};

const ends = ['\\', '"', "'", '`', '/', '\\"', "\\'", '\\/', '"""', "'''"];
const texts = [
  ...ends.flatMap((end) => [end, `${end};exit(1);//`, `${end} or exit # ${end}`]),
  "X'.`$SHELL`.'",
  ...['$a', `$${'{exit}'}`, '{$exit}', '#{exit}', '#$a', '%{exit}', '?>', '<?=', '*/', '%s'],
  'hex.A base64.B time.C',
  Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join(''),
  '"\r\n\t\0\b\f\v\x1b\x7f\'$a',
  '"é\u0085\u00a0\u2028\u2029\ufeff\u{1f600}\'#{a}',
];

/** Of the same shape, without a character that means anything. */
const harmless = (text: string): string => text.replaceAll(/[!-~]/g, 'x');

const snippetOf = {
  Node: 'node-http',
  Python: 'python-http',
  Go: 'go',
  Ruby: 'sinatra',
  PHP: 'php',
} as const;
type Language = keyof typeof snippetOf;

const programs: Readonly<Record<Exclude<Language, 'Node'>, readonly string[]>> = {
  Python: ['tokens.py'],
  Go: ['run', 'tokens.go'],
  Ruby: ['tokens.rb'],
  PHP: ['tokens.php'],
};

/** The types of all nodes, in their order. */
function nodeKinds(code: string): string {
  const kinds: string[] = [];
  JSON.stringify(parseAst(code), (key, value: unknown) => {
    if (key === 'type') kinds.push(String(value));
    return value;
  });
  return kinds.join(' ');
}

/** The kinds of tokens of each text, as the language itself reads it. */
function kindsOf(language: Language, codes: readonly string[]): readonly string[] {
  if (language === 'Node') return codes.map(nodeKinds);
  const folder = makeFolder();
  onTestFinished(() => removeFolder(folder));
  const files = codes.map((code, index) => {
    const file = join(folder, `${index}.txt`);
    writeFileSync(file, code);
    return file;
  });
  const hosts = { cwd: join(import.meta.dirname, 'hosts'), encoding: 'utf8' as const };
  const { stdout, stderr } = spawnSync(
    findLanguage(language) ?? '',
    [...programs[language], ...files],
    { ...hosts, maxBuffer: 1e9 },
  );
  const lines = stdout.trim().split('\n');
  if (lines.length !== files.length) throw new Error(stderr);
  return lines;
}

for (const language of ['Node', 'Python', 'Go', 'Ruby', 'PHP'] as const) {
  if (language !== 'Node' && findLanguage(language) === null) {
    skipWithout(language);
    continue;
  }
  it(`in ${language}`, () => {
    const id = snippetOf[language];
    const cases = Object.entries(places).flatMap(([name, place]) =>
      texts.map((text) => ({ name, text, place })),
    );
    const code = (place: Place, text: string) =>
      verificationSnippets(place(text))
        .find((snippet) => snippet.id === id)
        ?.code('MY_SECRET') ?? '';
    const kinds = kindsOf(
      language,
      cases.flatMap(({ place, text }) => [code(place, text), code(place, harmless(text))]),
    );
    const changed = cases.filter((_, index) => kinds[2 * index] !== kinds[2 * index + 1]);
    expect(changed.map(({ name, text }) => [name, text])).toEqual([]);
  });
}
