/** What ingestion would reject or ignore, with a fix for each. */

import type { EditorProblem } from '#renderer/ui/code-editor-setup.ts';
import { isIso8601, timestampForms } from '#shared/client/iso-8601.ts';
import { type SdkMessageType, sdkMessageTypes } from '#shared/ingestion/message.ts';
import { formatCount } from '#shared/kit/format.ts';
import { type JsonMember, type JsonNode, readJson } from './json-source.ts';
import { callTypeOf, fieldsOf, silentFields, typesWith } from './message-fields.ts';

/** Maximum size of a message (D7). */
const maxMessageBytes = 32_768;

interface Checked {
  readonly type: SdkMessageType | undefined;
  readonly root: JsonNode;
  readonly members: ReadonlyMap<string, JsonMember>;
}

export function lintMessage(text: string): readonly EditorProblem[] {
  const { root, problem } = readJson(text);
  if (problem !== null) return [{ ...problem, severity: 'error' }];
  if (root.kind !== 'object') return [error(root, 'Enter a JSON object: { … }.')];
  const members = new Map(root.members.map((member) => [member.key, member]));
  const checked = { root, members, type: callTypeOf(members.get('type')?.node.value) };
  return [
    ...repeated(root),
    ...typeProblems(checked),
    ...identityProblems(checked),
    ...kindProblems(checked),
    ...unknownFields(checked),
    ...integrationProblems(checked),
    ...sizeProblems(root),
  ];
}

/** The syntax of a payload in JSON; a form or other text has none. */
export function lintPayload(text: string): readonly EditorProblem[] {
  const { problem } = readJson(text);
  return problem === null ? [] : [{ ...problem, severity: 'error' }];
}

type Range = Pick<EditorProblem, 'from' | 'to'>;

function error({ from, to }: Range, message: string): EditorProblem {
  return { from, to, message, severity: 'error' };
}

function warning({ from, to }: Range, message: string): EditorProblem {
  return { from, to, message, severity: 'warning' };
}

/** Missing fields are reported at the opening brace. */
function opening({ root }: Checked): Range {
  return { from: root.from, to: root.from + 1 };
}

/** Explicit null counts as absent (D10). */
function isPresent({ members }: Checked, field: string): boolean {
  const member = members.get(field);
  return member !== undefined && member.node.kind !== 'null' && member.node.value !== '';
}

function repeated(root: JsonNode): readonly EditorProblem[] {
  return root.members
    .filter(
      ({ key }, index) => root.members.findIndex((otherMember) => otherMember.key === key) < index,
    )
    .map((member) => warning(member, `Duplicate ${member.key}: the last one is used.`));
}

function typeProblems(checked: Checked): readonly EditorProblem[] {
  if (checked.type !== undefined) return [];
  const list = sdkMessageTypes.join(', ');
  const member = checked.members.get('type');
  return member === undefined
    ? [error(opening(checked), `Missing type. Use one of ${list}.`)]
    : [error(member.node, `Invalid type. Use one of ${list}.`)];
}

function identityProblems(checked: Checked): readonly EditorProblem[] {
  const { type } = checked;
  const missing = (field: string, reason: string): readonly EditorProblem[] =>
    isPresent(checked, field)
      ? []
      : [error(checked.members.get(field) ?? opening(checked), `Missing ${field}: ${reason}`)];
  if (type === undefined) return [];
  if (type === 'alias')
    return [
      ...missing('userId', 'the new ID of the user.'),
      ...missing('previousId', 'the old ID of the user.'),
    ];
  const isAnonymous = !isPresent(checked, 'userId') && !isPresent(checked, 'anonymousId');
  return [
    ...(isAnonymous
      ? [error(checked.members.get('userId') ?? opening(checked), `Provide userId or anonymousId.`)]
      : []),
    ...(type === 'track' ? missing('event', 'the name of the event.') : []),
    ...(type === 'group' ? missing('groupId', 'the ID of the group.') : []),
  ];
}

function kindProblems({ type, members }: Checked): readonly EditorProblem[] {
  return fieldsOf(type ?? 'track').flatMap(({ name, kind }) => {
    const node = members.get(name)?.node;
    if (node === undefined || node.kind === 'null') return [];
    if (kind === 'id' && node.kind !== 'string' && node.kind !== 'number')
      return [error(node, `${name} must be a string or a number.`)];
    if (kind === 'text' && node.kind !== 'string')
      return [error(node, `${name} must be a string.`)];
    if (kind === 'object' && node.kind !== 'object')
      return [error(node, `${name} must be an object.`)];
    if (kind === 'time' && !(node.kind === 'string' && isIso8601(String(node.value))))
      return [error(node, `${name} can't be parsed. Use ISO 8601: ${timestampForms}.`)];
    return [];
  });
}

/** Fields that are accepted but never delivered. */
function unknownFields({ type, members }: Checked): readonly EditorProblem[] {
  if (type === undefined) return [];
  const knownFields = new Set(fieldsOf(type).map(({ name }) => name));
  return [...members.values()]
    .filter(({ key }) => !knownFields.has(key) && !silentFields.has(key))
    .map((member) => {
      const types = typesWith(member.key);
      const fix =
        types.length > 0
          ? `It's a field of ${types.join(', ')}.`
          : 'Move it to properties, traits or context.';
      return warning(member, `${member.key} isn't a ${type} field. ${fix}`);
    });
}

function integrationProblems({ members }: Checked): readonly EditorProblem[] {
  return (members.get('integrations')?.node.members ?? [])
    .filter(({ key }) => /^(webhooks?|all)$/i.test(key) && key !== 'Webhooks' && key !== 'All')
    .map((member) =>
      warning(member, `No effect. Use "${/all/i.test(member.key) ? 'All' : 'Webhooks'}".`),
    );
}

function sizeProblems(root: JsonNode): readonly EditorProblem[] {
  const bytes = new TextEncoder().encode(JSON.stringify(root.value)).length;
  return bytes <= maxMessageBytes
    ? []
    : [
        error(
          { from: root.from, to: root.from + 1 },
          `${formatCount(bytes)} bytes; the maximum is 32,768.`,
        ),
      ];
}
