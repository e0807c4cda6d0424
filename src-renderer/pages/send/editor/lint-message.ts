/** What the ingestion would refuse or pass over in silence, at its place and with the fix. Pure. */
import type { EditorProblem } from '#renderer/ui/code-editor-advice.ts';
import { isIso8601, timestampForms } from '#shared/client/iso-8601.ts';
import { type SdkMessageType, sdkMessageTypes } from '#shared/schemas/message.ts';
import { type JsonMember, type JsonNode, readJson } from './json-source.ts';
import { callTypeOf, fieldsOf, silentFields, typesWith } from './message-fields.ts';

/** Longest single call the ingestion takes (D7). */
const maxCallBytes = 32_768;

interface Checked {
  readonly type: SdkMessageType | undefined;
  readonly root: JsonNode;
  readonly members: ReadonlyMap<string, JsonMember>;
}

export function lintMessage(text: string): readonly EditorProblem[] {
  const { root, problem } = readJson(text);
  if (problem !== null) return [{ ...problem, severity: 'error' }];
  if (root.kind !== 'object')
    return [error(root, 'A message is a JSON object: put it in braces, { … }.')];
  const members = new Map(root.members.map((member) => [member.key, member]));
  const checked = { root, members, type: callTypeOf(members.get('type')?.node.value) };
  return [
    ...repeated(root),
    ...typeProblems(checked),
    ...identityProblems(checked),
    ...kindProblems(checked),
    ...strangers(checked),
    ...integrationProblems(checked),
    ...sizeProblems(root),
  ];
}

type Range = Pick<EditorProblem, 'from' | 'to'>;

function error({ from, to }: Range, message: string): EditorProblem {
  return { from, to, message, severity: 'error' };
}

function warning({ from, to }: Range, message: string): EditorProblem {
  return { from, to, message, severity: 'warning' };
}

/** What is missing has no page of its own: the brace that opens the message stands for it. */
function opening({ root }: Checked): Range {
  return { from: root.from, to: root.from + 1 };
}

/** Explicit null counts as absent (D10). */
function isGiven({ members }: Checked, field: string): boolean {
  const member = members.get(field);
  return member !== undefined && member.node.kind !== 'null' && member.node.value !== '';
}

function repeated(root: JsonNode): readonly EditorProblem[] {
  return root.members
    .filter(({ key }, index) => root.members.findIndex((other) => other.key === key) < index)
    .map((member) => warning(member, `${member.key} is given twice: only the last one counts.`));
}

function typeProblems(checked: Checked): readonly EditorProblem[] {
  if (checked.type !== undefined) return [];
  const list = sdkMessageTypes.join(', ');
  const member = checked.members.get('type');
  return member === undefined
    ? [error(opening(checked), `type is missing: give one of ${list}.`)]
    : [error(member.node, `type must be one of ${list}.`)];
}

function identityProblems(checked: Checked): readonly EditorProblem[] {
  const { type } = checked;
  const missing = (field: string, why: string): readonly EditorProblem[] =>
    isGiven(checked, field)
      ? []
      : [error(checked.members.get(field) ?? opening(checked), `${field} is missing: ${why}`)];
  if (type === undefined) return [];
  if (type === 'alias')
    return [
      ...missing('userId', 'alias needs the new id.'),
      ...missing('previousId', 'alias needs the old id.'),
    ];
  const nobody = !isGiven(checked, 'userId') && !isGiven(checked, 'anonymousId');
  return [
    ...(nobody
      ? [
          error(
            checked.members.get('userId') ?? opening(checked),
            `userId and anonymousId are both missing: ${type} needs one of them, not empty.`,
          ),
        ]
      : []),
    ...(type === 'track' ? missing('event', 'track needs the name of the event.') : []),
    ...(type === 'group' ? missing('groupId', 'group needs the id of the group.') : []),
  ];
}

function kindProblems({ type, members }: Checked): readonly EditorProblem[] {
  return fieldsOf(type ?? 'track').flatMap(({ name, kind }) => {
    const node = members.get(name)?.node;
    if (node === undefined || node.kind === 'null') return [];
    if (kind === 'id' && node.kind !== 'string' && node.kind !== 'number')
      return [error(node, `${name} must be a text or a number.`)];
    if (kind === 'text' && node.kind !== 'string')
      return [error(node, `${name} must be a text: put it in double quotes.`)];
    if (kind === 'object' && node.kind !== 'object')
      return [error(node, `${name} must be an object: write { … }.`)];
    if (kind === 'time' && !(node.kind === 'string' && isIso8601(String(node.value))))
      return [error(node, `${name} can't be parsed. Use ISO 8601: ${timestampForms}.`)];
    return [];
  });
}

/** Fields that no webhook will ever see: accepted in silence, and so a trap. */
function strangers({ type, members }: Checked): readonly EditorProblem[] {
  if (type === undefined) return [];
  const known = new Set(fieldsOf(type).map(({ name }) => name));
  return [...members.values()]
    .filter(({ key }) => !known.has(key) && !silentFields.has(key))
    .map((member) => {
      const home = typesWith(member.key);
      const fix =
        home.length > 0
          ? `it belongs to ${home.join(', ')}.`
          : 'put it into properties, traits or context.';
      return warning(
        member,
        `${type} has no field ${member.key}, so webhooks do not get it: ${fix}`,
      );
    });
}

function integrationProblems({ members }: Checked): readonly EditorProblem[] {
  return (members.get('integrations')?.node.members ?? [])
    .filter(({ key }) => /^(webhooks?|all)$/i.test(key) && key !== 'Webhooks' && key !== 'All')
    .map((member) =>
      warning(
        member,
        `Capitals count here: write "${/all/i.test(member.key) ? 'All' : 'Webhooks'}", or this has no effect.`,
      ),
    );
}

function sizeProblems(root: JsonNode): readonly EditorProblem[] {
  const bytes = new TextEncoder().encode(JSON.stringify(root.value)).length;
  return bytes <= maxCallBytes
    ? []
    : [
        error(
          { from: root.from, to: root.from + 1 },
          `The message has ${bytes.toLocaleString('en')} bytes; one call may have 32,768. Send less with it.`,
        ),
      ];
}
