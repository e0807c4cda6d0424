/** What the settings of a receiver mean together: which are at odds, which need a port of its own. */
import type { ReceiverSettings } from '../schemas/receiver.ts';
import { isWindow } from './outage-window.ts';
import { seededFraction } from './seeded-fraction.ts';

interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** `secret` undefined: not known here. */
type Settings = Omit<ReceiverSettings, 'secret' | 'name'> & {
  readonly secret?: string | undefined;
};

/** Settings that are each valid, but not together. */
export function receiverIssues(settings: Settings): readonly Issue[] {
  const { steps, then, outage, secret, strict } = settings;
  const issues: Issue[] = [];
  if (strict && secret === '')
    issues.push({
      path: ['strict'],
      message: 'A strict receiver needs a secret to check signatures with: give it one.',
    });
  steps.forEach((step, index) => {
    const isLast = index === steps.length - 1;
    if (step.fault === 'refuse_connection' && !(isLast && then === 'stay'))
      issues.push({
        path: ['steps', index, 'fault'],
        message:
          'A refused connection is never seen, so it cannot be counted: make it the last step, with then "stay", or use outage.',
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
      message: 'The outage ends when it begins: choose another time.',
    });
  return issues;
}

/** Failures that come before the path of the URL is known, so that a shared port cannot give them. */
const faultsBeforePath: ReadonlySet<string> = new Set([
  'refuse_connection',
  'reset_before_request',
]);

/** Whether the receiver listens on a port of its own; the others share one for http, one for https. */
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

/** Index of the step that answers a request, when `answered` were answered before it. */
export function stepAt(
  { steps, then, seed }: Pick<ReceiverSettings, 'steps' | 'then' | 'seed'>,
  answered: number,
): number {
  const total = steps.reduce((sum, { times }) => sum + times, 0);
  const place =
    then === 'random'
      ? Math.floor(seededFraction(seed, answered) * total)
      : then === 'repeat'
        ? answered % total
        : answered;
  let end = 0;
  const index = steps.findIndex(({ times }) => {
    end += times;
    return place < end;
  });
  return index === -1 ? steps.length - 1 : index;
}
