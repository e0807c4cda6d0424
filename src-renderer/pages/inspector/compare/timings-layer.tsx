import { durationText } from '#renderer/components/delivery-labels.ts';
import { Card } from '#renderer/ui/card.tsx';
import type { AttemptTimings } from '#shared/schemas/delivery.ts';

const phases: readonly [keyof AttemptTimings, string][] = [
  ['dnsMs', 'Name lookup'],
  ['connectMs', 'Connect'],
  ['tlsMs', 'TLS'],
  ['waitMs', 'Waiting for the answer'],
  ['bodyMs', 'Reading the body'],
  ['totalMs', 'In all'],
];

interface TimingsLayerProps {
  readonly before: AttemptTimings | undefined;
  readonly after: AttemptTimings | undefined;
}

const text = (ms: number | null): string => (ms === null ? '–' : durationText(ms));

function changeText(before: number | null, after: number | null): string {
  if (before === null || after === null) return '';
  const change = after - before;
  const length = durationText(Math.abs(change));
  if (length === durationText(0)) return '';
  return `${change > 0 ? '+' : '−'}${length}`;
}

/** How long each part took, beside each other; phases that neither had are left out. */
export function TimingsLayer({ before, after }: TimingsLayerProps) {
  if (before === undefined || after === undefined) return null;
  const rows = phases.filter(([phase]) => before[phase] !== null || after[phase] !== null);
  return (
    <Card title="Timings" padded={false}>
      <table className="w-full table-fixed text-small">
        <thead>
          <tr className="text-small text-fg-2">
            <td className="w-[40%]" />
            {['First', 'Second', 'Change'].map((heading) => (
              <th key={heading} scope="col" className="px-3 py-1.5 text-right font-medium">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {rows.map(([phase, label]) => (
            <tr key={phase} className="border-t border-line/60">
              <th scope="row" className="px-3 py-1.5 text-left font-normal text-fg-2">
                {label}
              </th>
              <td className="px-3 text-right">{text(before[phase])}</td>
              <td className="px-3 text-right">{text(after[phase])}</td>
              <td className="px-3 text-right text-fg-2">
                {changeText(before[phase], after[phase])}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
