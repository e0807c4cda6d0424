/** Rails' params also contain the controller, the action and often a copy of the body. */
import * as number from '../json/json-numbers.ts';
import { type JsonStyle, writeJson } from '../json/json-style.ts';
import * as text from '../json/json-text.ts';
import { compact } from '../mistakes/json/rewritten.ts';
import { did, type Mistake } from '../mistakes/mistake.ts';
import type { CandidateGroup, CandidateInput, WrittenCandidate } from './candidate-group.ts';

const rails = {
  ...compact,
  text: text.htmlSafeText,
  number: number.rubyNumber,
} as const satisfies JsonStyle;

const styles: readonly JsonStyle[] = [
  rails,
  { ...rails, text: text.plainText },
  {
    ...rails,
    comma: ', ',
    colon: '=>',
    text: text.rubyInspectText,
    words: { true: 'true', false: 'false', null: 'nil' },
  },
];

const defaultControllers = (
  'webhooks webhook hooks hook events event segment tracks track callbacks callback receivers ' +
  'messages notifications application api/webhooks api/hooks api/events api/v1/webhooks ' +
  'api/v1/hooks api/v1/events webhooks/segment webhooks/events'
).split(' ');
const defaultActions = (
  'create receive webhook hook index handle event events track segment callback process update ' +
  'perform call show notify'
).split(' ');

/** Of a path, the last ones: each adds names that hold those before it. */
const maxSegments = 10;

/** Controllers and actions are often named after the path. */
function namesOf(urls: readonly string[]): { controllers: Set<string>; actions: Set<string> } {
  const controllers = new Set<string>();
  const actions = new Set<string>();
  for (const url of urls) {
    const segments = (/^[a-z]+:\/\/[^/?#]+([^?#]*)/i.exec(url)?.[1] ?? '')
      .split('/')
      .filter((segment) => /^[a-z]\w*$/i.test(segment))
      .slice(-maxSegments);
    for (let end = 1; end <= segments.length; end += 1) {
      controllers.add(segments.slice(0, end).join('/'));
      controllers.add(segments.slice(end - 1, end).join('/'));
    }
    const last = segments.at(-1);
    if (last !== undefined) actions.add(last);
  }
  for (const name of defaultControllers) controllers.add(name);
  for (const name of defaultActions) actions.add(name);
  return { controllers, actions };
}

const mistake = (content: string): Mistake => ({
  code: 'json_rails_params',
  language: 'ruby',
  message: did(`hashed Rails' params, which also contain ${content}.`),
  fix: 'raw_body',
});

function* params({ body, context, write }: CandidateInput): Generator<WrittenCandidate> {
  const document = body.document();
  if (document?.kind !== 'object' || document.entries.length === 0) return;
  const { controllers, actions } = namesOf(context.urls.slice(0, 3));
  for (const style of styles) {
    const whole = writeJson(document, style);
    if (whole === undefined) continue;
    const open = write(0, whole.slice(0, -1));
    const candidate = (suffix: string, content: string): WrittenCandidate => ({
      end: write(write(open, suffix), '}'),
      explain: () => [mistake(content)],
    });
    const pair = (key: string, value: string): string =>
      `${style.comma}"${key}"${style.colon}"${value}"`;
    for (const controller of controllers) {
      const key = (controller.split('/').at(-1) ?? controller).replace(/s$/, '');
      const wrapped = `${style.comma}"${key}"${style.colon}${whole}`;
      yield candidate(wrapped, `the body again, as "${key}"`);
      for (const action of actions) {
        const names = pair('controller', controller) + pair('action', action);
        const what = `controller "${controller}" and action "${action}"`;
        for (const route of [names, pair('format', 'json') + names]) {
          yield candidate(route, what);
          yield candidate(route + wrapped, `${what}, and the body again as "${key}"`);
        }
      }
    }
  }
}

export const railsGroups: readonly CandidateGroup[] = [
  { language: 'ruby', candidates: params, maxBytes: 16 * 1024 * 1024 },
];
