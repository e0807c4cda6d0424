/** `sync`, `churn`, `members` and `delete`: audiences, computed traits and deletion requests. */

import { Inconclusive } from '#main/scenarios/inconclusive.ts';
import { parseExact } from '#shared/kit/exact-json.ts';
import type { JsonValue } from '#shared/kit/json-value.ts';
import type { Members, TraitValues } from '#shared/scenarios/schema/given.ts';
import type { StepOf } from '#shared/scenarios/schema/step.ts';
import { nextAdvance, type Run, type StepRun } from '../context.ts';
import { valuesOf } from '../expectation-inputs.ts';

/** Users per request. */
const batchSize = 10_000;

const chunks = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / batchSize) }, (_, index) =>
    items.slice(index * batchSize, (index + 1) * batchSize),
  );

/** User IDs: one per line, in the first column. */
const idsIn = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => (line.split(',')[0] ?? '').trim())
    .filter((id, index) => id !== '' && !(index === 0 && /^user_?id$/i.test(id)));

async function idsOf({ files }: Run, members: Members): Promise<readonly string[]> {
  if (Array.isArray(members)) return members;
  if ('file' in members) return idsIn(await files.readText(members.file));
  const { generate, pattern } = members;
  return Array.from({ length: generate }, (_, index) =>
    pattern.replaceAll('{n}', String(index + 1)).replaceAll('{random}', `r${index + 1}`),
  );
}

function computationOf({ names }: Run, name: string) {
  const computation = names.computations.get(name);
  if (computation === undefined) throw new Error(`Unknown audience or trait ${name}.`);
  return computation;
}

type Mode = 'add' | 'remove' | 'replace';

export async function changeMembers(
  run: Run,
  id: string,
  mode: Mode,
  members: Members,
): Promise<void> {
  const { audiences } = run.product.client;
  const ids = await idsOf(run, members);
  const [first = [], ...rest] = mode === 'replace' ? chunks(ids) : [[], ...chunks(ids)];
  if (mode === 'replace') await audiences.members.replace({ id, userIds: [...first] });
  for (const userIds of rest)
    await audiences.members[mode === 'remove' ? 'remove' : 'add']({ id, userIds: [...userIds] });
}

async function valuesIn({ files }: Run, values: TraitValues & { file: string }) {
  const text = await files.readText(values.file);
  return text.split('\n').flatMap((line) => {
    if (line.trim() === '') return [];
    try {
      const { userId, value } = parseExact(line) as { userId: string; value: JsonValue };
      return [{ userId, value }];
    } catch {
      throw new Inconclusive('fixture_invalid', `${values.file} has a line that is not JSON.`);
    }
  });
}

export async function setValues(run: Run, id: string, values: TraitValues): Promise<void> {
  const { traits } = run.product.client;
  if ('generate' in values) {
    const { generate: count, pattern, value } = values;
    await traits.values.generate({ id, count, pattern, value, seed: run.settings.seed });
    return;
  }
  const listed =
    'file' in values
      ? await valuesIn(run, values)
      : Object.entries(values.users).map(([userId, value]) => ({ userId, value }));
  for (const some of chunks(listed)) await traits.values.set({ id, values: [...some] });
}

export async function* members(run: Run, { input }: StepOf<'members'>): StepRun {
  yield { when: run.product.isUp };
  const { id } = computationOf(run, input.computation);
  if (input.kind === 'audience')
    return changeMembers(run, id, input.change.mode, input.change.members);
  const { change } = input;
  const { traits } = run.product.client;
  const removed =
    change.mode === 'remove'
      ? await idsOf(run, change.members)
      : change.mode === 'replace'
        ? [...(await valuesOf(run, id)).keys()]
        : [];
  for (const userIds of chunks(removed)) await traits.values.remove({ id, userIds: [...userIds] });
  if (change.mode !== 'remove') await setValues(run, id, change.values);
}

export async function* churn(run: Run, { input }: StepOf<'churn'>): StepRun {
  yield { when: run.product.isUp };
  const { id } = computationOf(run, input.audience);
  const { percent, pattern } = input;
  await run.product.client.audiences.members.churn({
    id,
    percent,
    pattern,
    seed: run.settings.seed,
  });
}

export async function* sync(run: Run, { id: step, input }: StepOf<'sync'>): StepRun {
  yield { when: run.product.isUp };
  const { kind, id } = computationOf(run, input.computation);
  const { client } = run.product;
  const syncs = kind === 'audience' ? client.audiences.syncs : client.traits.syncs;
  const body = input.perSecond === null ? {} : { perSecond: input.perSecond };
  const started = await syncs.start({ params: { id }, query: { plan: false }, body });
  if (started.kind !== 'sync') throw new Error('A sync was planned instead of started.');
  run.recorder.ownsOrigin('sync', String(started.sync.id), step);
  yield* untilJobEnds(run, started.sync.jobId);
}

export async function* deleteUsers(run: Run, { id: step, input }: StepOf<'delete'>): StepRun {
  yield { when: run.product.isUp };
  const { users } = input;
  const userIds =
    users.kind === 'list'
      ? users.ids
      : await idsOf(run, { generate: users.count, pattern: users.pattern });
  const { deletions, settings } = run.product.client;
  const { cancelPendingOnDeletion } = await settings.get();
  await settings.update({ cancelPendingOnDeletion: input.cancelPending });
  const draft = await deletions.create({ userIds: [...userIds], draft: true });
  run.recorder.ownsOrigin('deletion', draft.id, step);
  const started = await deletions.start({ id: draft.id });
  await settings.update({ cancelPendingOnDeletion });
  yield* untilJobEnds(run, started.jobId);
}

async function* untilJobEnds(run: Run, jobId: number | null): StepRun {
  if (jobId === null) return;
  yield nextAdvance(run);
  yield { when: () => !run.product.isJobOpen(jobId) };
}
