/** The generated parts of the documentation, by the name in `<!-- generated: NAME -->`. */
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { z } from 'zod';
import { openapiDocument } from '#main/hosts/headless/rest.ts';
import { formats } from '#main/sending/samples/formats.ts';
import { blockedLabels, failureLabels, refusedLabels } from '#shared/deliveries/text.ts';
import { fields } from '#shared/filter/fields.ts';
import { IngestCode } from '#shared/ingestion/message.ts';
import { formatDuration, formatSpan } from '#shared/kit/duration.ts';
import { mockCertificates } from '#shared/mocks/certificates.ts';
import { mockFaults } from '#shared/mocks/faults.ts';
import { mockGallery } from '#shared/mocks/gallery.ts';
import { NewMock } from '#shared/mocks/mock.ts';
import { MockForward, MockStep, StepForward } from '#shared/mocks/step.ts';
import { backoffMs } from '#shared/profiles/backoff.ts';
import { type ProfileClause, ProviderProfile } from '#shared/profiles/profile.ts';
import { builtInProfiles, defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import { defaultRetryPolicy, RetryPolicy } from '#shared/profiles/retry-policy.ts';
import { clauseLabels, profileFacts } from '#shared/profiles/text.ts';
import { disturbanceMeanings } from '#shared/scenarios/exploration-text.ts';
import { Configuration } from '#shared/settings/configuration.ts';
import { Settings } from '#shared/settings/settings.ts';
import { languageNames } from '#shared/signatures/signature.ts';
import { verificationSnippets } from '#shared/signatures/snippets/verification-snippets.ts';
import { createProgram } from '../../src-main/hosts/cli/program.ts';
import { indexedJob, parallelJobs } from '../../src-main/hosts/cli/scenarios/shard-option.ts';
import { inProject } from '../project.mjs';
import { mcpTools } from './mcp-block.ts';
import {
  configurationMeanings,
  forwardMeanings,
  ingestCodeMeanings,
  mockMeanings,
  profileMeanings,
  retryMeanings,
  settingMeanings,
  stepForwardMeanings,
  stepMeanings,
} from './meanings.ts';
import { scenarioBlocks } from './scenario-blocks.ts';
import { cell, code, fieldsOf, type Schema, table, typeText } from './schema-text.ts';

// Command line

const helpWidth = 100;

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({
    getOutHelpWidth: () => helpWidth,
    writeOut: (part) => {
      text += part;
    },
  });
  command.outputHelp();
  return text.trimEnd();
}

function commandHelp(command: Command, path: string, level: string): readonly string[] {
  return [
    `${level} ${path}`,
    `\`\`\`text\n${helpOf(command)}\n\`\`\``,
    // The commands of `api` are the operations of the contract, which it lists.
    ...(command.name() === 'api' ? [] : command.commands).flatMap((subcommand) =>
      commandHelp(subcommand, `${path} ${subcommand.name()}`, `${level}#`),
    ),
  ];
}

const cli = async (): Promise<string> =>
  (await createProgram('')).commands // Only the scripts of shell completion call this.
    .filter((command) => command.name() !== 'complete')
    .flatMap((command) => commandHelp(command, `hookwright ${command.name()}`, '##'))
    .join('\n\n');

// REST

interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly 'x-effect': string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
}

const inputText = ({ parameters = [], requestBody }: Operation): string => {
  const body = requestBody?.content['application/json']?.schema ?? {};
  const required = new Set(body.required);
  const inputs = [
    ...parameters.map(({ name, schema, required: must }) => ({ name, schema, must })),
    ...fieldsOf(body).map(([name, schema]) => ({ name, schema, must: required.has(name) })),
  ];
  return inputs
    .map(({ name, schema, must }) => {
      const defaultText = schema.default === undefined ? '' : `, default ${code(schema.default)}`;
      return `\`${name}\`${must === true ? ' (required)' : ''}: ${cell(typeText(schema) + defaultText)}`;
    })
    .join('<br>');
};

async function rest(): Promise<string> {
  // The schemas of zod, as oRPC writes them; no references are left in them.
  const { paths } = (await openapiDocument('')) as unknown as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  const byTag = new Map<string, string[][]>();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const { tags: [tag = 'Other'] = [], summary = '', description } = operation;
      const effect = operation['x-effect'];
      const meaning = description === undefined ? summary : `${summary}. ${description}`;
      const rows = byTag.get(tag) ?? [];
      rows.push([
        `\`${method.toUpperCase()} ${path}\``,
        cell(meaning),
        effect,
        inputText(operation),
      ]);
      byTag.set(tag, rows);
    }
  return [...byTag]
    .map(
      ([tag, rows]) =>
        `## ${tag}\n\n${table(['operation', 'description', 'effect', 'input'], rows)}`,
    )
    .join('\n\n');
}

// Settings of entities

type Meanings = Readonly<Record<string, string>>;

/** Every name needs a meaning, and every meaning a name: neither can be forgotten. */
function checkMeanings(names: readonly string[], meanings: Meanings, where: string): void {
  const missing = names.filter((name) => !(name in meanings));
  const unknown = Object.keys(meanings).filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw new Error(`Describe ${where} ${missing.join(', ')} in scripts/docs/meanings.ts.`);
  if (unknown.length > 0)
    throw new Error(`Remove ${where} ${unknown.join(', ')} from scripts/docs/meanings.ts.`);
}

function fieldTable(schema: Schema, meanings: Meanings, where: string): string {
  const known = fieldsOf(schema);
  checkMeanings(
    known.map(([name]) => name),
    meanings,
    where,
  );
  return table(
    ['field', 'meaning', 'values', 'default'],
    known.map(([name, field]) => [
      `\`${name}\``,
      cell(meanings[name] ?? ''),
      cell(typeText(field)),
      field.default === undefined ? '' : cell(code(field.default)),
    ]),
  );
}

/** Where a clause comes from, and when it was read. */
function sourceText({ recommended, sources }: ProviderProfile, clause: ProfileClause): string {
  const cited = sources[clause];
  if (cited === undefined) return 'undocumented';
  const text = cited.map(({ document, seen }) => `${document} (${seen})`).join(', ');
  return recommended.includes(clause) ? `recommended: ${text}` : text;
}

/** What each provider does. Clauses without a source are in italics. */
const profiles = (): string =>
  builtInProfiles
    .map((profile) => {
      const rows = profileFacts(profile).map(({ clause, text }) => [
        clauseLabels[clause],
        cell(profile.sources[clause] === undefined ? `*${text}*` : text),
        cell(sourceText(profile, clause)),
      ]);
      const use = profile.body === 'payload' ? 'for payloads' : 'for messages';
      const head = ['clause', 'what it does', 'source'];
      return `### ${profile.name}\n\n\`${profile.id}\`, ${use}\n\n${table(head, rows)}`;
    })
    .join('\n\n');

const isNull = ({ type }: Schema): boolean => type === 'null';

/** The fields of an object and of the objects in it, with their paths. */
function nestedFields(schema: Schema, path = ''): readonly (readonly [string, Schema, boolean])[] {
  const options = (schema.anyOf ?? schema.oneOf ?? [schema]).filter((option) => !isNull(option));
  return fieldsOf(schema).flatMap(([name, field]) => {
    const isRequired = options
      .filter(({ properties }) => properties !== undefined && name in properties)
      .every(({ required }) => required?.includes(name));
    const own = [[path + name, field, isRequired] as const];
    const nested = nestedFields(field, `${path}${name}.`);
    if (nested.length === 0) return own;
    return field.default === undefined ? nested : [...own, ...nested];
  });
}

function profileFields(): string {
  const known = nestedFields(jsonSchema(ProviderProfile));
  checkMeanings(
    known.map(([path]) => path),
    profileMeanings,
    'profile',
  );
  const meanings: Meanings = profileMeanings;
  return table(
    ['field', 'meaning', 'values', 'default'],
    known.map(([path, field, isRequired]) => [
      `\`${path}\``,
      cell(meanings[path] ?? ''),
      cell(`${typeText(field)}${/Ms$/.test(path) ? ', in milliseconds' : ''}`),
      field.default === undefined ? (isRequired ? 'required' : '') : cell(code(field.default)),
    ]),
  );
}

const sourceKinds = { code: 'code', documentation: 'documentation', other: 'other' } as const;

/** Every source once, in the order of the profiles. */
function profileSources(): string {
  const cited = builtInProfiles.flatMap(({ name, sources }) =>
    Object.values(sources).flatMap((list) => list.map((source) => ({ name, ...source }))),
  );
  const byDocument = new Map(cited.map((source) => [source.document, source]));
  return table(
    ['document', 'kind', 'read'],
    [...byDocument.values()].map(({ document, kind, seen }) => [document, sourceKinds[kind], seen]),
  );
}

const sampleFormats = (): string =>
  table(
    ['profile', 'format', 'source'],
    Object.entries(formats).map(([id, { description, sources }]) => [
      `\`${id}\``,
      cell(description),
      sources.map(({ document, seen }) => `${document} (${seen})`).join(', '),
    ]),
  );

const jsonSchema = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;

function configured(list: 'sources' | 'destinations'): string {
  const { properties } = jsonSchema(Configuration);
  const items = properties?.[list]?.items;
  if (items === undefined) throw new Error(`The configuration has no list ${list}.`);
  return fieldTable(items, configurationMeanings[list], list);
}

const named = (head: string, entries: Readonly<Record<string, string>>): string =>
  table(
    [head, 'behavior'],
    Object.entries(entries).map(([name, text]) => [`\`${name}\``, cell(text)]),
  );

const shardVariables = (): string =>
  table(
    ['service', '`--shard`', 'index', 'number of jobs'],
    [
      ...parallelJobs.map((job) => [job.service, '`auto`', job, `\`${job.count}\``] as const),
      [indexedJob.service, '`auto/4`', indexedJob, 'in the option'] as const,
    ].map(([service, option, { index, first }, count]) => [
      ...[service, option, `\`${index}\`, from ${first}`, count],
    ]),
  );

const aboutOf = (entries: Readonly<Record<string, { readonly about: string }>>) =>
  Object.fromEntries(Object.entries(entries).map(([name, { about }]) => [name, about]));

// Everything else

const snippets = verificationSnippets(profileOf({ profile: defaultProfileId }));

const verification = (): string =>
  ['go', 'node-http', 'express', 'flask', 'sinatra', 'php']
    .map((id) => {
      const snippet = snippets.find((snippet) => snippet.id === id);
      if (snippet === undefined) throw new Error(`There is no snippet ${id}.`);
      const fence = snippet.language === 'node' ? 'js' : snippet.language;
      const language = languageNames[snippet.language];
      const framework = snippet.title.replace(/^(Go|Node) /, '');
      const title = framework === language ? language : `${language}: ${framework}`;
      const install = snippet.install === null ? '' : `\`${snippet.install}\`\n\n`;
      return `### ${title}\n\n${install}\`\`\`${fence}\n${snippet.code('WEBHOOK_SECRET').trimEnd()}\n\`\`\``;
    })
    .join('\n\n');

const filterFields = (): string =>
  table(
    ['field', 'meaning', 'operators', 'values', 'example'],
    fields.map(({ name, meaning, signs, choices, example }) => [
      `\`${name}\``,
      cell(meaning),
      signs.map((sign) => `\`${sign}\``).join(' '),
      choices.map((choice) => `\`${choice}\``).join(' '),
      `\`${example}\``,
    ]),
  );

function backoff(): string {
  const rows: string[][] = [];
  let [soonest, latest] = [0, 0];
  for (let retry = 1; ; retry += 1) {
    const [longest, shortest] = [
      backoffMs(defaultRetryPolicy, retry, 0),
      backoffMs(defaultRetryPolicy, retry, 1),
    ];
    soonest += shortest;
    latest += longest;
    rows.push([
      String(retry),
      `${formatDuration(shortest)} to ${formatDuration(longest)}`,
      `${formatSpan(soonest)} to ${formatSpan(latest)}`,
    ]);
    // From here on every delay is the same.
    if (longest === defaultRetryPolicy.capMs) break;
  }
  const last = rows.at(-1);
  if (last !== undefined) last[0] += ' and later';
  return table(['retry', 'delay', 'after the first attempt'], rows);
}

const outcomeCodes = (): string =>
  table(
    ['outcome', 'code', 'meaning'],
    [
      ...Object.entries(refusedLabels).map(([name, text]) => ['refused', name, text]),
      ...Object.entries(failureLabels).map(([name, text]) => ['failed', name, text]),
      ...Object.entries(blockedLabels).map(([name, text]) => ['blocked', name, text]),
    ].map(([outcome, name, text = '']) => [`\`${outcome}\``, `\`${name}\``, cell(text)]),
  );

function ingestCodes(): string {
  checkMeanings(IngestCode.options, ingestCodeMeanings, 'ingestion code');
  return table(
    ['code', 'meaning'],
    IngestCode.options.map((name) => [`\`${name}\``, cell(ingestCodeMeanings[name])]),
  );
}

/** The library's README without its title, which the page already has. */
const clientLibrary = (): string =>
  readFileSync(inProject('shared', 'client', 'README.md'), 'utf8')
    .replace(/^# .+\n/, '')
    .trim();

const presets = (): string =>
  table(
    ['preset', 'description', 'settings'],
    mockGallery.map(({ title, summary, settings: { name: _, ...settings } }) => [
      cell(title),
      cell(summary),
      Object.keys(settings).length === 0 ? '' : cell(code(settings)),
    ]),
  );

export const blocks: Readonly<Record<string, () => string | Promise<string>>> = {
  cli,
  rest,
  verification,
  'filter-fields': filterFields,
  backoff,
  'outcome-codes': outcomeCodes,
  'ingest-codes': ingestCodes,
  presets,
  'client-library': clientLibrary,
  'shard-variables': shardVariables,
  disturbances: () => named('disturbance', disturbanceMeanings),
  faults: () => named('fault', aboutOf(mockFaults)),
  tls: () => named('tls', aboutOf(mockCertificates)),
  'mock-settings': () => fieldTable(jsonSchema(NewMock), mockMeanings, 'mock'),
  'mock-steps': () => fieldTable(jsonSchema(MockStep), stepMeanings, 'step'),
  'mock-forward': () => fieldTable(jsonSchema(MockForward), forwardMeanings, 'forward'),
  'step-forward': () => fieldTable(jsonSchema(StepForward), stepForwardMeanings, 'forward'),
  profiles,
  'profile-fields': profileFields,
  'profile-sources': profileSources,
  'sample-formats': sampleFormats,
  'configured-sources': () => configured('sources'),
  'configured-destinations': () => configured('destinations'),
  'retry-policy': () => fieldTable(jsonSchema(RetryPolicy), retryMeanings, 'retry'),
  settings: () => fieldTable(jsonSchema(Settings), settingMeanings, 'settings'),
  'mcp-tools': mcpTools,
  ...scenarioBlocks,
};
