import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Time } from '#renderer/ui/time.tsx';
import { Checkbox } from '#renderer/ui/toggles.tsx';
import { webhookName } from '#shared/deliveries/text.ts';
import type { PlannedUrl } from '#shared/jobs/job.ts';
import { lastResponseText, urlOutcomeLabel } from '#shared/jobs/text.ts';
import { formatCount } from '#shared/kit/format.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';

interface UrlChoiceProps {
  readonly label: string;
  readonly urls: readonly PlannedUrl[];
  /** Null: without a choice. */
  readonly chosen: readonly PlannedUrl[] | null;
  readonly onChoose: (chosen: readonly PlannedUrl[]) => void;
  /** Whether to show the number of deliveries. */
  readonly hasCounts: boolean;
}

/** More rows are counted; preselected ones come first. */
const maxShown = 50;

const head = 'px-2 py-0.75 text-left font-normal whitespace-nowrap text-label text-fg-3';
const cell = 'px-2 py-1 align-top whitespace-nowrap';

/** The URLs of a plan with their latest response, and which of them get a request. */
export function UrlChoice({ label, urls, chosen, onChoose, hasCounts }: UrlChoiceProps) {
  if (urls.length === 0) return null;
  const hidden = urls.slice(maxShown);
  const hiddenChosen = hidden.filter((row) => chosen?.includes(row)).length;
  return (
    <div className="flex min-h-0 flex-col gap-1 text-small">
      <ScrollRegion
        label={label}
        className="max-h-48 overflow-auto rounded-control border border-line"
      >
        <table className="w-full border-collapse tabular-nums">
          <caption className="sr-only">{label}</caption>
          <thead className="sticky top-0 z-[1] bg-bg-2">
            <tr className="border-b border-line">
              {chosen !== null && (
                <th scope="col" className={`${head} w-0`}>
                  <Checkbox
                    label="All URLs"
                    labelHidden
                    checked={chosen.length === urls.length}
                    mixed={chosen.length > 0 && chosen.length < urls.length}
                    onChange={(all) => onChoose(all ? urls : [])}
                  />
                </th>
              )}
              <th scope="col" className={`${head} w-full`}>
                URL
              </th>
              {hasCounts && (
                <th scope="col" className={`${head} text-right`}>
                  Deliveries
                </th>
              )}
              <th scope="col" className={head}>
                Outcome
              </th>
              <th scope="col" className={head}>
                Last response
              </th>
            </tr>
          </thead>
          <tbody>
            {urls.slice(0, maxShown).map((row) => (
              <UrlRow
                key={`${row.destinationId} ${row.url} ${row.outcome}`}
                row={row}
                hasCount={hasCounts}
                isChosen={chosen === null ? null : chosen.includes(row)}
                onChange={(isChosen) =>
                  onChoose(urls.filter((one) => (one === row ? isChosen : chosen?.includes(one))))
                }
              />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {hidden.length > 0 && (
        <p className="text-fg-2">
          {formatCount(hidden.length)} more
          {hiddenChosen > 0 && `, ${formatCount(hiddenChosen)} chosen`}
        </p>
      )}
    </div>
  );
}

interface UrlRowProps {
  readonly row: PlannedUrl;
  readonly hasCount: boolean;
  readonly isChosen: boolean | null;
  readonly onChange: (isChosen: boolean) => void;
}

function UrlRow({ row, hasCount, isChosen, onChange }: UrlRowProps) {
  const { url, destinationName, outcome, count, lastResponse } = row;
  const name = webhookName(url);
  return (
    <tr className="border-b border-line/55 last:border-b-0">
      {isChosen !== null && (
        <td className={cell}>
          <Checkbox
            label={`${name}, ${urlOutcomeLabel(outcome)}`}
            labelHidden
            checked={isChosen}
            onChange={onChange}
          />
        </td>
      )}
      <th scope="row" className={`${cell} max-w-0 text-left font-normal`}>
        {/* Not cut to one line, because ports and paths tell URLs apart. */}
        <span className="bytes line-clamp-3 [overflow-wrap:anywhere] whitespace-normal" title={url}>
          {name}
        </span>
        <span className="block truncate text-fg-2">{visibleLine(destinationName)}</span>
      </th>
      {hasCount && <td className={`${cell} text-right font-medium`}>{formatCount(count)}</td>}
      <td className={`${cell} text-fg-2`}>{urlOutcomeLabel(outcome)}</td>
      <td className={cell}>
        {lastResponse === null ? (
          <span className="text-fg-3">–</span>
        ) : (
          <>
            {lastResponseText(row)} <Time at={lastResponse.at} className="text-fg-2" />
          </>
        )}
      </td>
    </tr>
  );
}
