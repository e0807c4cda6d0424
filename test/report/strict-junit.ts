/** Checks JUnit XML against the strict schema that CI servers use: elements, their order, and attributes. */

interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: Element[];
  text: string;
}

const tag = /<(\/?)([a-z-]+)((?:\s+[a-zA-Z]+="[^"<]*")*)\s*(\/?)>/y;
const attribute = /([a-zA-Z]+)="([^"]*)"/g;
const reference = /&(?!(?:amp|lt|gt|quot|#39|#35|#9|#10|#13);)/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML forbids
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;

function parse(xml: string): Element {
  const prolog = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (!xml.startsWith(prolog)) throw new Error('no prolog');
  if (reference.test(xml) || forbidden.test(xml)) throw new Error('not well-formed');
  const root: Element = { name: '', attributes: new Map(), children: [], text: '' };
  const open: Element[] = [root];
  for (let at = prolog.length; at < xml.length; ) {
    const inside = open.at(-1);
    if (inside === undefined) throw new Error('an element is closed twice');
    const next = xml.indexOf('<', at);
    inside.text += xml.slice(at, next < 0 ? xml.length : next);
    if (next < 0) break;
    tag.lastIndex = next;
    const [, closing, name = '', attributes = '', empty] = tag.exec(xml) ?? [];
    if (name === '') throw new Error(`not a tag: ${xml.slice(next, next + 80)}`);
    at = tag.lastIndex;
    if (closing === '/') {
      if (open.pop()?.name !== name) throw new Error(`${name} closes another element`);
      continue;
    }
    const pairs = [...attributes.matchAll(attribute)].map(
      ([, key = '', value = '']) => [key, value] as const,
    );
    const element: Element = { name, attributes: new Map(pairs), children: [], text: '' };
    if (element.attributes.size < pairs.length) throw new Error(`${name} has an attribute twice`);
    inside.children.push(element);
    if (empty !== '/') open.push(element);
  }
  const [only] = root.children;
  if (open.length !== 1 || only === undefined || root.children.length > 1)
    throw new Error('one closed root is needed');
  return only;
}

const whole = /^\d+$/;
const decimal = /^\d+(\.\d+)?$/;
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;
const any = /^[\s\S]*$/;

interface Rule {
  readonly required: Readonly<Record<string, RegExp>>;
  readonly optional?: Readonly<Record<string, RegExp>>;
  /** In this order, any number of each. */
  readonly children: readonly string[];
  readonly hasText?: boolean;
}

const message: Rule = {
  required: {},
  optional: { message: any, type: any },
  children: [],
  hasText: true,
};

const rules: Readonly<Record<string, Rule>> = {
  testsuites: {
    required: {},
    optional: {
      name: any,
      time: decimal,
      tests: whole,
      failures: whole,
      errors: whole,
      disabled: whole,
    },
    children: ['testsuite'],
  },
  testsuite: {
    required: { name: any, tests: whole },
    optional: {
      failures: whole,
      errors: whole,
      skipped: whole,
      disabled: whole,
      time: decimal,
      timestamp: dateTime,
      hostname: any,
      id: any,
      package: any,
    },
    children: ['properties', 'testcase', 'system-out', 'system-err'],
  },
  properties: { required: {}, children: ['property'] },
  property: { required: { name: any, value: any }, children: [] },
  testcase: {
    required: { name: any },
    optional: { classname: any, time: decimal, assertions: whole, status: any },
    children: ['skipped', 'error', 'failure', 'system-out', 'system-err'],
  },
  skipped: { required: {}, optional: { message: any }, children: [], hasText: true },
  error: message,
  failure: message,
  'system-out': { required: {}, children: [], hasText: true },
  'system-err': { required: {}, children: [], hasText: true },
};

function problemsOf(element: Element): readonly string[] {
  const rule = rules[element.name];
  if (rule === undefined) return [`unknown element ${element.name}`];
  const { required, optional = {}, children, hasText = false } = rule;
  const known = { ...required, ...optional };
  const order = element.children.map(({ name }) => children.indexOf(name));
  return [
    ...Object.keys(required)
      .filter((name) => !element.attributes.has(name))
      .map((name) => `${element.name} lacks ${name}`),
    ...[...element.attributes]
      .filter(([name, value]) => known[name]?.test(value) !== true)
      .map(([name, value]) => `${element.name} has ${name}="${value}"`),
    ...(order.some((place, index) => place < (order[index - 1] ?? 0))
      ? [`${element.name} has children in the wrong order or place`]
      : []),
    ...(element.text.trim() !== '' && !hasText ? [`${element.name} has text`] : []),
    ...element.children.flatMap(problemsOf),
  ];
}

const countOf = ({ children }: Element, name: string): number =>
  children.filter((one) => one.children.some((child) => child.name === name)).length;

/** Attributes must agree with the test cases. */
function countProblems(suite: Element): readonly string[] {
  const cases = { ...suite, children: suite.children.filter(({ name }) => name === 'testcase') };
  const expected = {
    tests: cases.children.length,
    failures: countOf(cases, 'failure'),
    errors: countOf(cases, 'error'),
    skipped: countOf(cases, 'skipped'),
  };
  return Object.entries(expected)
    .filter(([name, count]) => suite.attributes.get(name) !== String(count))
    .map(([name, count]) => `${suite.attributes.get('name')} should have ${name}="${count}"`);
}

/** Problems with the report; none if it is valid. */
export function junitProblems(xml: string): readonly string[] {
  const root = parse(xml);
  if (root.name !== 'testsuites') return [`the root is ${root.name}`];
  return [...problemsOf(root), ...root.children.flatMap(countProblems)];
}
