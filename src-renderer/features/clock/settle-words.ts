/** Jumping until something has settled, in words. Pure. */
import type { SettleRun, SettleTarget } from '#renderer/stores/settle-store.ts';
import { span } from '#renderer/ui/relative-time.ts';
import { type EndCounts, endStates } from '#shared/schemas/clock.ts';

function counted(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`;
}

const jumpsText = (jumps: number): string => counted(jumps, 'jump', 'jumps');
const deliveriesText = (count: number): string => counted(count, 'delivery', 'deliveries');

function nameOf(target: SettleTarget): string {
  return target.kind === 'everything' ? 'everything' : target.name;
}

export function settleTitle(target: SettleTarget): string {
  return `Jumping until ${nameOf(target)} has settled`;
}

/** How far it is: for one delivery the jumps tell more than "1 of 1". */
export function settleProgressText({ target, progress }: SettleRun): string {
  if (progress === null) return 'beginning';
  const jumps = jumpsText(progress.jumps);
  if (target.kind === 'delivery') return jumps;
  return `${progress.open.toLocaleString('en')} of ${progress.total.toLocaleString('en')} open, ${jumps}`;
}

export interface SettleNews {
  readonly title: string;
  readonly description: string;
  readonly tone: 'ok' | 'neutral' | 'warn' | 'bad';
}

/** `12 delivered, 3 exhausted`; empty where nothing has ended. */
function endsText(ended: EndCounts | null): string {
  if (ended === null) return '';
  return endStates
    .filter((state) => ended[state] > 0)
    .map((state) => `${ended[state].toLocaleString('en')} ${state}`)
    .join(', ');
}

/** Green is for what was delivered, and for nothing beside it. */
function toneOf({ delivered, exhausted, refused, cancelled }: EndCounts): SettleNews['tone'] {
  if (exhausted + refused > 0) return delivered > 0 ? 'warn' : 'bad';
  return cancelled > 0 ? 'neutral' : 'ok';
}

/** What a run did, once it has ended; null before. */
export function settleNews(run: SettleRun): SettleNews | null {
  const { status, first, progress, problem } = run;
  if (status === 'idle' || status === 'running') return null;
  const open = progress?.open ?? 0;
  const total = progress?.total ?? 0;
  const jumps = progress?.jumps ?? 0;
  const ended = progress?.ended ?? null;
  const ends = endsText(ended);
  const far = `${jumpsText(jumps)}, ${span((progress?.now ?? 0) - (first?.now ?? 0))} by the clock`;
  if (status === 'failed')
    return {
      title: 'It stopped before everything had settled',
      description: `${problem ?? ''} It came as far as ${far}.`.trim(),
      tone: 'bad',
    };
  if (status === 'cancelled')
    return {
      title: 'Stopped jumping',
      description: `${far}. ${stillOpen(open, total)} The clock goes on from here.`,
      tone: 'neutral',
    };
  if (open > 0)
    return {
      title: 'Not everything has settled',
      description: [
        `${far}.`,
        ...(ends === '' ? [] : [`${ends}.`]),
        `${stillOpen(open, total)} No attempt is planned for what is left.`,
      ].join(' '),
      tone: 'neutral',
    };
  if (total === 0)
    return {
      title: 'Nothing had to settle',
      description: 'No delivery was waiting for an attempt.',
      tone: 'neutral',
    };
  return {
    title: settledTitle(run, total, ends),
    description: `${far}.`,
    tone: ended === null || ends === '' ? 'neutral' : toneOf(ended),
  };
}

function stillOpen(open: number, total: number): string {
  return total === 1
    ? 'It is still open.'
    : `${open.toLocaleString('en')} of ${deliveriesText(total)} still open.`;
}

function settledTitle({ target, outcome }: SettleRun, total: number, ends: string): string {
  if (target.kind === 'delivery')
    return outcome === null ? `${target.name} has settled` : `${target.name} is ${outcome}`;
  if (ends !== '') return target.kind === 'destination' ? `To ${target.name}: ${ends}` : ends;
  return `${deliveriesText(total)} ${total === 1 ? 'has' : 'have'} settled`;
}
