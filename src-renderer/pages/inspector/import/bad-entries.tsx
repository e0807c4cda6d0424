import type { ResendImport } from '#shared/schemas/resend-import.ts';

/** What cannot be read, by number, with what is wrong. */
export function BadEntries({ told }: { told: ResendImport }) {
  const { badEntries, badEntryCount, format } = told;
  if (badEntryCount === 0) return null;
  const noun = format === 'har' ? 'Entry' : 'Line';
  const rest = badEntryCount - badEntries.length;
  return (
    <section aria-label="What cannot be sent" className="rounded-card border border-line">
      <h3 className="border-b border-line px-3 py-1.5 font-medium text-warn">
        {badEntryCount.toLocaleString('en')} cannot be sent
      </h3>
      <ul className="max-h-32 overflow-y-auto px-3 py-1.5 text-small">
        {badEntries.map(({ line, reason }) => (
          <li key={line}>
            <span className="text-fg-2 tabular-nums">
              {noun} {line}:
            </span>{' '}
            {reason}
          </li>
        ))}
        {rest > 0 && <li className="text-fg-2">and {rest.toLocaleString('en')} more</li>}
      </ul>
    </section>
  );
}
