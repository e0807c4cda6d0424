/** `npm run lint` checks this after the code: words that must not be in code, texts, tests or docs. */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { guarded } from './guarded.mjs';
import { projectFolder, say } from './project.mjs';

/** Each word, and what to write instead. Words in names count, such as `toldAt` or `by-hand.ts`. */
const forbidden = {
  mend: 'fix',
  mends: 'fixes',
  mended: 'fixed',
  anew: 'again',
  'by hand': 'manually, or name the command: retry, copy, cancel',
  'in hand': 'in flight',
  told: 'synced, notified or reported',
  begun: 'started',
  lately: 'recently',
  nudge: 'wake',
  nudged: 'woken',
  'right of way': 'fairness or priority',
  undelivered: 'not delivered, or a state: waiting, gave_up, blocked',
  exhausted: 'gave up, or the state gave_up',
  exhausts: 'gives up',
  'non 2xx': '3xx or 4xx, or refused',
  non2xx: '3xx or 4xx, or refused',
  'last failure': 'the code of the latest attempt: lastCode',
  'counts as delivered': 'is accepted',
  'pending delivery': 'waiting delivery',
  'pending deliveries': 'waiting deliveries',
  'state:pending': 'state:waiting',
  'state:sending': 'state:waiting',
  'state:retrying': 'state:waiting',
  'state:filtered': 'reason:filtered',
  'state:excluded': 'reason:excluded',
  'outcome:delivered': 'outcome:accepted',
  'hand made': 'manual or edited',
  ladder: 'backoff schedule',
  refusal: 'rejection, or the state blocked',
  refusals: 'rejections, or the state blocked',
  'waiting room': 'queue',
  'at the door': 'at ingestion',
  'turned away': 'rejected',
  'passed over': 'skipped',
  'on its way': 'in flight',
  'on their way': 'in flight',
  'under way': 'in flight, running or unfinished',
  "product's clock": 'virtual clock',
  'product clock': 'virtual clock',
  'identify call': 'identify message',
  'identify calls': 'identify messages',
  'jump to': 'fast-forward to, or open',
  'unknown authority': 'unknown CA',
  answer: 'response, or respond',
  answers: 'responses, or responds',
  answered: 'responded, or what was returned',
  answering: 'responding',
  unanswered: 'without a response',
  'came to nothing': 'failed',
  'comes to nothing': 'fails',
  'became of': 'the outcome',
  nobody: 'the noun, such as "no user", or "unknown"',
  whoever: 'the noun, such as "the receiver"',
  whilst: 'while',
  behaviour: 'behavior',
  colour: 'color',
  normalise: 'normalize',
  normalised: 'normalized',
  serialise: 'serialize',
  serialised: 'serialized',
  capsule: 'run archive',
  capsules: 'run archives',
  settle: 'finish; a promise settles',
  settled: 'finished',
  unsettled: 'unfinished',
  rehearsal: 'scenario, run or sandbox',
  rehearsals: 'scenarios, runs or sandboxes',
  tally: 'count',
  tallies: 'counts',
  vacuous: 'what it does not check',
  resend: 'copy, or retry for an attempt of the same delivery',
  resends: 'copies, or retries for attempts of the same delivery',
  resent: 'copied, or retried for an attempt of the same delivery',
  resending: 'sending a copy, or retrying for an attempt of the same delivery',
};

/** Words that are wrong in some folders only. @type {readonly { files: RegExp, words: Record<string, string> }[]} */
const forbiddenIn = [
  {
    files: /(^|\/)(signatures|diagnosis)\//,
    words: {
      construction: 'digest method',
      constructions: 'digest methods',
      family: 'group of candidates',
      families: 'groups of candidates',
      finding: 'cause',
      findings: 'causes',
      frame: 'content',
      frames: 'contents',
    },
  },
  {
    files: /^(src-main|shared|test|src-main\/hosts)\/(scenarios|sandbox)\//,
    words: { tick: 'advance', ticks: 'advances', ticked: 'advanced' },
  },
  { files: /^src-(renderer|main)\//, words: { sidebar: 'rail' } },
  { files: /(^|\/)store\//, words: { heads: 'header templates, or counters' } },
];

/** The webhook provider Resend: the files about it and its library, and its ID among the values in the reference. */
const provider = {
  word: /^resend$/i,
  files: [
    /^shared\/profiles\//,
    /^shared\/signatures\/(library-errors|snippets\/profile-packages)\.ts$/,
    /^src-main\/sending\/samples\/messaging\.ts$/,
    /^test\/(deliveries\/dispatch\/provider-verifiers|signatures\/library-errors\.test)\.ts$/,
    /^docs\/reference\/profiles\.md$/,
  ],
  value: '`"resend"`',
};

const checked = [
  'src-main',
  'src-renderer',
  'shared',
  'scripts',
  'test',
  'docs',
  'examples',
  'README.md',
  'CONTRIBUTING.md',
];
const texts = /^\.(ts|tsx|js|mjs|cjs|css|html|json|md|yml|yaml|sh|svg|txt)$/;
/** Texts of others, the list itself, and the old names for which the new ones are suggested. */
const exempt = [
  /^test\/fixtures\//,
  /^scripts\/terminology\.mjs$/,
  /^shared\/kit\/closest-name\.ts$/,
  /^test\/scenarios\/format\/read\.test\.ts$/,
  /^test\/filter\/filter-problems\.test\.ts$/,
];

/** @param {Record<string, string>} words */
const patternOf = (words) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])(${Object.keys(words).join('|').replaceAll(' ', '\\s+')})(?![\\p{L}\\p{N}])`,
    'giu',
  );

const everywhere = { words: forbidden, pattern: patternOf(forbidden) };
const inFolders = forbiddenIn.map(({ files, words }) => ({
  files,
  words,
  pattern: patternOf(words),
}));

/** Splits names into words without changing the length, but for the one of the language. @param {string} text */
const spaced = (text) =>
  text
    .replaceAll('allSettled', 'allsettled')
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ');

/**
 * @param {string} name
 * @param {string} text
 * @returns {string[]} What to change, by line.
 */
export function findForbidden(name, text) {
  const isAboutProvider = provider.files.some((file) => file.test(name));
  /** @type {{ words: Record<string, string>, pattern: RegExp }[]} */
  const lists = [everywhere, ...inFolders.filter(({ files }) => files.test(name))];
  /** @type {(place: string, line: string) => string[]} */
  const inLine = (place, line) => {
    const text = spaced(line.replaceAll(provider.value, ''));
    return lists.flatMap(({ words, pattern }) =>
      [...text.matchAll(pattern)]
        .filter(([word]) => !(isAboutProvider && provider.word.test(word)))
        .map(
          ([word]) =>
            `${place}: "${word}": write ${words[word.toLowerCase().replace(/\s+/g, ' ')]}`,
        ),
    );
  };
  return [
    ...inLine(name, name),
    ...text.split('\n').flatMap((line, index) => inLine(`${name}:${index + 1}`, line)),
  ];
}

/** @param {string} path @returns {string[]} */
function filesIn(path) {
  if (extname(path) !== '') return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

export function checkTerminology(folder = projectFolder) {
  return checked
    .flatMap((path) => filesIn(join(folder, path)))
    .map((file) => ({ file, name: relative(folder, file).split(sep).join('/') }))
    .filter(
      ({ name }) => texts.test(extname(name)) && !exempt.some((pattern) => pattern.test(name)),
    )
    .flatMap(({ file, name }) => findForbidden(name, readFileSync(file, 'utf8')));
}

if (process.argv[1] === import.meta.filename)
  await guarded(async () => {
    const problems = checkTerminology();
    for (const line of problems) say(line);
    return problems.length === 0 ? 0 : 1;
  });
