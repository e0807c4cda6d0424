/**
 * Validates combinations of receiver settings, and determines whether a receiver needs its own
 * port.
 */
import type { ReceiverSettings } from '../schemas/receiver.ts';
import { isWindow } from './outage-window.ts';
import { seededFraction } from './seeded-fraction.ts';

interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** `secret` is undefined if unknown. */
type Settings = Omit<ReceiverSettings, 'secret' | 'name'> & {
  readonly secret?: string | undefined;
};

/** Reports settings that are valid separately, but not together. */
export function receiverIssues(settings: Settings): readonly Issue[] {
  const { steps, then, outage, secret, strict } = settings;
  const issues: Issue[] = [];
  if (strict && secret === '')
    issues.push({
      path: ['strict'],
      message: 'A strict receiver needs a secret. Enter one.',
    });
  steps.forEach((step, index) => {
    const isLast = index === steps.length - 1;
    if (step.fault === 'refuse_connection' && !(isLast && then === 'stay'))
      issues.push({
        path: ['steps', index, 'fault'],
        message:
          'refuse_connection can only be the last step, with then "stay". Use outage for a limited time.',
      });
    if (step.delayMaxMs !== undefined && step.delayMaxMs < step.delayMs)
      issues.push({
        path: ['steps', index, 'delayMaxMs'],
        message: 'delayMaxMs must not be shorter than delayMs.',
      });
  });
  if (outage !== null && !isWindow(outage) && outage.from === outage.to)
    issues.push({
      path: ['outage', 'to'],
      message: 'The outage must not end when it starts. Choose another time.',
    });
  return issues;
}

/** Faults that occur before the URL path is known, so a shared port can't simulate them. */
const faultsBeforePath: ReadonlySet<string> = new Set([
  'refuse_connection',
  'reset_before_request',
]);

/** Whether a receiver needs its own port. Others share one for http and one for https. */
export function needsOwnPort({
  tls,
  tlsFloor,
  steps,
  outage,
}: Pick<ReceiverSettings, 'tls' | 'tlsFloor' | 'steps' | 'outage'>): boolean {
  if (tls !== 'none' && (tls !== 'good' || tlsFloor !== '1.2')) return true;
  const faults = [...steps.map(({ fault }) => fault), outage?.fault ?? 'none'];
  return faults.some((fault) => faultsBeforePath.has(fault));
}

/** Index of the step for the next request after `responded` requests. */
export function stepAt(
  { steps, then, seed }: Pick<ReceiverSettings, 'steps' | 'then' | 'seed'>,
  responded: number,
): number {
  const total = steps.reduce((sum, { times }) => sum + times, 0);
  const place =
    then === 'random'
      ? Math.floor(seededFraction(seed, responded) * total)
      : then === 'repeat'
        ? responded % total
        : responded;
  let end = 0;
  const index = steps.findIndex(({ times }) => {
    end += times;
    return place < end;
  });
  return index === -1 ? steps.length - 1 : index;
}
