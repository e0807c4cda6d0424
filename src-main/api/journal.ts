/** Records every operation that changes something, from every client. */
import { implement, os } from '@orpc/server';
import { z } from 'zod';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';
import { timestampsToText } from '#shared/contract/timestamps.ts';
import { Destination } from '#shared/schemas/destination.ts';
import { Receiver } from '#shared/schemas/receiver.ts';

/** Operations other than GET that change nothing but scenario files, exports and staged uploads. */
export const notJournaled: ReadonlySet<string> = new Set([
  'messages.matching',
  'deliveries.matching',
  'jobs.plan',
  'jobs.planProgress',
  'destinations.preview',
  'exports.create',
  'exports.read',
  'exports.cancel',
  'resends.preview',
  'resendImports.create',
  'resendImports.append',
  'receiverRequests.previewResend',
  'imports.append',
  'send.preview',
  'signatures.check',
  'signatures.diagnose',
  'scenarios.create',
  'scenarios.save',
  'scenarios.remove',
  'scenarios.check',
  'scenarios.run',
  'scenarios.cancel',
  'scenarios.repeat',
  'scenarios.removeRun',
  'scenarios.startUpload',
  'scenarios.upload',
  'scenarios.events',
  'scenarios.compare',
]);

const Called = z.object({ id: z.string() });
const Planned = z.object({ query: z.object({ plan: z.literal([true, 'true']) }) });
const Created = z.union([
  z.object({ id: z.union([z.string(), z.number()]) }).transform(({ id }) => String(id)),
  z.object({ sync: z.object({ id: z.number() }) }).transform(({ sync }) => String(sync.id)),
]);

/** What an update, deletion or configuration file is about to replace. */
function beforeOf(core: Core, operation: string, input: unknown): unknown {
  if (operation === 'configuration.apply') return core.configuration.get(true);
  if (operation === 'settings.update') return core.settings.get();
  const called = Called.safeParse(input);
  if (!called.success) return undefined;
  const { id } = called.data;
  const readers: Readonly<Record<string, () => unknown>> = {
    sources: () => core.sources.get(id),
    destinations: () => timestampsToText(Destination, core.destinations.get(id)),
    receivers: () => timestampsToText(Receiver, core.receivers.get(id)),
  };
  const [noun = '', command = ''] = operation.split('.');
  if (!['update', 'remove', 'resetSteps'].includes(command)) return undefined;
  try {
    return readers[noun]?.();
  } catch {
    // The operation itself reports that there is none.
    return undefined;
  }
}

/** Inside the conversion of errors, so that only what succeeded is recorded. */
export const journaled = (core: Core) =>
  os.middleware(async ({ next, path, procedure }, input) => {
    const { journal } = core;
    const { route, inputSchema } = procedure['~orpc'];
    const operation = path.join('.');
    const isChange =
      route.method !== 'GET' && !notJournaled.has(operation) && !Planned.safeParse(input).success;
    if (!isChange || !journal.isKept) return next();
    const called = journal.call();
    const before = beforeOf(core, operation, input);
    const result = await next();
    const created = Created.safeParse(result.output);
    await journal.add({
      ...{ operation, before, ...called },
      input: timestampsToText(inputSchema, input),
      resultId: created.success ? created.data : null,
    });
    return result;
  });

const journalOs = implement(contract.journal);

export const journal = ({ journal }: Core) => ({
  list: journalOs.list.handler(({ input }) => journal.page(input)),
});
