/**
 * Edits the text of a scenario: a mock endpoint in front of the server disturbs its deliveries. What an
 * exploration runs is the text that it writes for a finding.
 */
import { type Document, isMap, isSeq, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';
import type { z } from 'zod';
import { hasPlaceholders } from '#shared/certification/message-url.ts';
import { compactDuration } from '#shared/kit/duration.ts';
import { isJsonObject } from '#shared/kit/exact-json.ts';
import { exactYamlTags } from '#shared/kit/exact-yaml.ts';
import type { JsonValue } from '#shared/kit/json-value.ts';
import type { MockRule } from '#shared/mocks/step.ts';
import type { StepInput } from './disturbances.ts';

/** What is explored. */
export interface ExploreTarget {
  /** The text of the scenario file. */
  readonly text: string;
  /** Name of the server. */
  readonly server: string;
  /** Null without cases. */
  readonly case: string | null;
  /** Expectations that the file lacks. */
  readonly added: readonly Readonly<Record<string, unknown>>[];
  /** Time limit of an attempt. */
  readonly timeLimitMs: number;
}

/** Values of probes without disturbances, by their index in `then`; by message ID if a probe has a URL for each. */
export type Undisturbed = readonly (JsonValue | undefined)[];

export interface Variant {
  readonly rules: readonly z.input<typeof MockRule>[];
  /** Steps of the schedule. */
  readonly steps: readonly StepInput[];
  /** Indexes of the expectations to leave out, in the file's `then` followed by the added ones. */
  readonly omitted: ReadonlySet<number>;
  /**
   * Without the server: every request gets 200. Expectations that still fail say nothing about the
   * server. Lookups and probes are left out.
   */
  readonly isIdeal: boolean;
  /** Whether it fails if the server doesn't respond to each request in time. */
  readonly expectsResponses: boolean;
  /** Milliseconds that the server needs to process a message after its response; null: as in the file. */
  readonly processingMs: number | null;
  /** For the file of a finding. */
  readonly header: {
    readonly name: string;
    readonly description: string;
    readonly comment: string;
  } | null;
}

/** Something in the file or the request makes an exploration impossible. */
export class NotExplorable extends Error {
  override readonly name = 'NotExplorable';
  /** How to fix it. */
  readonly fix: string;
  /** Of the request; undefined if the file is the reason. */
  readonly field: 'server' | undefined;

  constructor(message: string, fix: string, field?: 'server') {
    super(message);
    this.fix = fix;
    this.field = field;
  }
}

/** The mock endpoint in front of a server. */
export const proxyOf = (server: string): string => `${server}-proxy`;

function mapsIn(document: Document, path: readonly string[]): readonly YAMLMap[] {
  const list = document.getIn(path);
  return isSeq(list) ? list.items.filter((item) => isMap(item)) : [];
}

function seqAt(document: Document, path: readonly string[]): YAMLSeq {
  const existing = document.getIn(path);
  if (isSeq(existing)) return existing;
  const created = document.createNode([]) as YAMLSeq;
  document.setIn(path, created);
  return created;
}

/** A map at the top; a new one that isn't in the document if there is none. */
function mapIn(document: Document, key: string): YAMLMap {
  const existing = document.get(key);
  return isMap(existing) ? existing : (document.createNode({}) as YAMLMap);
}

/** Number of webhooks that were redirected. */
function redirectWebhooks(of: YAMLMap, server: string): number {
  const webhooks = of.get('webhooks');
  if (!isSeq(webhooks)) return 0;
  const redirected = webhooks.items.filter((item) => isMap(item) && item.get('server') === server);
  for (const item of redirected) {
    (item as YAMLMap).delete('server');
    (item as YAMLMap).set('mock', proxyOf(server));
  }
  return redirected.length;
}

type ToLiteral = (value: unknown) => unknown;

/** A text that was received and has the sign of a placeholder becomes a variable: the file would replace it. */
function createLiterals(document: Document): ToLiteral {
  const names = new Map<string, string>();
  const taken = new Set(mapIn(document, 'variables').items.map(({ key }) => String(key)));
  let number = 0;
  function nameOf(text: string): string {
    const known = names.get(text);
    if (known !== undefined) return known;
    do number += 1;
    while (taken.has(`state_${number}`));
    const name = `state_${number}`;
    names.set(text, name);
    const variables = mapIn(document, 'variables');
    variables.items.push(document.createPair(name, { default: text }));
    document.set('variables', variables);
    return name;
  }
  const literal: ToLiteral = (value) => {
    if (Array.isArray(value)) return value.map(literal);
    if (isJsonObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([key, member]) => [key, literal(member)]),
      );
    return typeof value === 'string' && value.includes('${') ? `\${${nameOf(value)}}` : value;
  };
  return literal;
}

/** A fault or status by itself: copies and plain forwarding have no effect without a server. */
const withoutForward = (rules: Variant['rules']): Variant['rules'] =>
  rules.flatMap(({ forward, ...rule }) => (forward == null ? [rule] : []));

/** Later than the time limit of an attempt, so that the sender ends it. */
const graceMs = 1_000;

function addProxy(
  document: Document,
  { server, timeLimitMs }: ExploreTarget,
  { rules, isIdeal, processingMs }: Variant,
  literal: ToLiteral,
): void {
  const given = mapsIn(document, ['given', 'servers']).find((item) => item.get('name') === server);
  if (given === undefined)
    throw new NotExplorable(
      `The server "${server}" isn't in the scenario file itself.`,
      'Move it there from the file named in "use".',
    );
  if (processingMs !== null) given.set('processesWithin', compactDuration(processingMs));
  const forward = isIdeal
    ? {}
    : { forward: { url: given.get('url'), timeoutMs: timeLimitMs + graceMs } };
  const proxy = { name: proxyOf(server), ...forward };
  seqAt(document, ['given', 'mocks']).add(
    document.createNode({
      ...proxy,
      rules: literal(isIdeal ? withoutForward(rules) : rules),
    }),
  );
  const redirected = [
    ...mapsIn(document, ['given', 'destinations']),
    ...mapsIn(document, ['when']).flatMap((step) => {
      const destination = step.get('destination');
      return isMap(destination) ? [destination] : [];
    }),
  ].map((destination) => redirectWebhooks(destination, server));
  if (redirected.every((count) => count === 0))
    throw new NotExplorable(
      `No webhook of a destination in the scenario file names the server "${server}".`,
      `Use webhooks: [{ server: ${server} }].`,
    );
}

function addSteps(document: Document, { steps, isIdeal }: Variant, literal: ToLiteral): void {
  if (isIdeal) return;
  const list = seqAt(document, ['when']);
  for (const step of steps) list.add(document.createNode(literal(step), { flow: true }));
}

/** Steps without an ID are named by their place, which must not change. */
function removeChecks(document: Document): void {
  const steps = mapsIn(document, ['when']);
  if (!steps.some((step) => step.has('check'))) return;
  for (const [index, step] of steps.entries())
    if (!step.has('id')) step.set('id', `step-${index + 1}`);
  const list = seqAt(document, ['when']);
  list.items = list.items.filter((item) => !(isMap(item) && item.has('check')));
}

function editExpectations(
  document: Document,
  { added, server }: ExploreTarget,
  { omitted, isIdeal, expectsResponses }: Variant,
  undisturbed: Undisturbed,
  literal: ToLiteral,
): void {
  const list = seqAt(document, ['then']);
  for (const [index, item] of list.items.entries()) {
    const value = undisturbed[index];
    if (value === undefined || !isMap(item)) continue;
    const isOfMessages = hasPlaceholders(String(item.get('url')));
    if (!isOfMessages) item.delete('asUndisturbed');
    item.set(isOfMessages ? 'asUndisturbed' : 'equals', document.createNode(literal(value)));
  }
  for (const expectation of added) list.add(document.createNode(expectation));
  list.items = list.items.filter(
    (item, index) =>
      !omitted.has(index) && !(isIdeal && isMap(item) && (item.has('lookUp') || item.has('probe'))),
  );
  if (expectsResponses)
    list.add(
      document.createNode({
        ...{ name: 'every request gets a response in time', requests: 'timeouts>0' },
        ...{ mock: proxyOf(server), count: 0 },
      }),
    );
}

function keepCase(document: Document, caseName: string | null): void {
  const cases = document.get('cases');
  if (!isSeq(cases)) return;
  cases.items = cases.items.filter((item) => isMap(item) && item.get('name') === caseName);
}

/** What is on one line stays there; spaces that the writer adds come on top. */
const longestLine = (text: string): number =>
  text.split('\n').reduce((longest, line) => Math.max(longest, line.length), 90);

/** The text of a scenario with these disturbances. Throws a NotExplorable. */
export function variantText(
  target: ExploreTarget,
  variant: Variant,
  undisturbed: Undisturbed = [],
): string {
  const document = parseDocument(target.text, {
    ...{ version: '1.2', schema: 'core', customTags: exactYamlTags },
    // The text was checked before.
    uniqueKeys: false,
  });
  const literal = createLiterals(document);
  addProxy(document, target, variant, literal);
  removeChecks(document);
  addSteps(document, variant, literal);
  editExpectations(document, target, variant, undisturbed, literal);
  keepCase(document, target.case);
  if (variant.header !== null) {
    const { name, description, comment } = variant.header;
    document.set('name', name);
    document.set('description', literal(description));
    document.commentBefore = comment;
  }
  return document.toString({ lineWidth: longestLine(target.text) + 20 });
}
