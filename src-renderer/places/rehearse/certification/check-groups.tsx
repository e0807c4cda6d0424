import {
  Ban,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  TriangleAlert,
} from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { cx } from '#renderer/ui/cx.ts';
import { Disclosure } from '#renderer/ui/disclosure.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { Switch } from '#renderer/ui/toggles.tsx';
import type { CertificationOutcome } from '#shared/certification/receiver.ts';
import type { SenderOutcome } from '#shared/certification/sender.ts';
import { counted } from '#shared/kit/format.ts';

type Outcome = CertificationOutcome | SenderOutcome;

interface CheckRowProps {
  readonly title: string;
  /** Undefined before the check. */
  readonly outcome: Outcome | undefined;
  readonly outcomeLabel: string | undefined;
  readonly message: string | undefined;
  readonly note: string | null;
  /** At the end of the row; below the message where it is narrow. */
  readonly aside?: ReactNode;
  /** Below the message. */
  readonly children?: ReactNode;
  /** Why it is off; undefined while it is on. */
  readonly reason: string | undefined;
  readonly problem: string | undefined;
  /** Undefined turns the check on. */
  readonly onReason: (reason: string | undefined) => void;
}

const marks: Readonly<Record<Outcome, { readonly Icon: typeof Ban; readonly color: string }>> = {
  passed: { Icon: CircleCheck, color: 'text-ok' },
  warned: { Icon: TriangleAlert, color: 'text-warn' },
  failed: { Icon: CircleAlert, color: 'text-bad' },
  skipped: { Icon: Ban, color: 'text-fg-2' },
  not_run: { Icon: CircleDashed, color: 'text-fg-2' },
  not_observed: { Icon: CircleDashed, color: 'text-fg-2' },
  inconclusive: { Icon: CircleHelp, color: 'text-warn' },
};

/** A check of a certification, with a switch to skip it for a reason. */
export function CheckRow(props: CheckRowProps) {
  const { title, outcome, outcomeLabel, message, note, aside, reason, problem, onReason } = props;
  const isOn = reason === undefined;
  return (
    <li className="@container grid grid-cols-[minmax(0,1fr)] gap-1.5 border-b border-line/60 px-3 py-2 last:border-b-0">
      <div className="grid grid-cols-[14px_minmax(0,1fr)_auto_auto] items-start gap-x-2.5">
        <Mark outcome={outcome} />
        <div className="min-w-0">
          <p className="font-medium">
            {title}{' '}
            {outcome !== undefined && outcome !== 'passed' && (
              <span className={cx('font-normal', marks[outcome].color)}>{outcomeLabel}</span>
            )}
          </p>
          {message !== undefined && isOn && (
            <p className="text-fg-2 [overflow-wrap:anywhere]">{message}</p>
          )}
          {note !== null && <p className="text-small text-fg-2">{note}</p>}
          {isOn && props.children}
        </div>
        <div className="@max-md:col-start-2 @max-md:row-start-2">{aside}</div>
        <div className="col-start-4 row-start-1">
          <Switch
            checked={isOn}
            onChange={(isEnabled) => onReason(isEnabled ? undefined : '')}
            label={`Check: ${title}`}
            labelHidden
          />
        </div>
      </div>
      {!isOn && (
        <div className="pl-6">
          <Field label="Reason" error={reason === '' ? undefined : problem}>
            <TextField
              value={reason}
              placeholder="Shown in the report"
              maxLength={500}
              onChange={(event) => onReason(event.target.value)}
            />
          </Field>
        </div>
      )}
    </li>
  );
}

function Mark({ outcome }: { outcome: Outcome | undefined }) {
  if (outcome === undefined)
    return (
      <CircleDashed className="icon-small mt-0.75 text-fg-3" strokeWidth={1.5} aria-hidden="true" />
    );
  const { Icon, color } = marks[outcome];
  return (
    <>
      <Icon className={cx('icon-small mt-0.75', color)} strokeWidth={1.5} aria-hidden="true" />
      {outcome === 'passed' && <span className="sr-only">passed</span>}
    </>
  );
}

type CheckResults = readonly { readonly code: string; readonly outcome: Outcome }[];

interface CheckGroupsProps<
  Group extends string,
  Check extends { readonly code: string; readonly group: Group },
> {
  /** Above the groups. */
  readonly children: ReactNode;
  readonly titles: Readonly<Record<Group, string>>;
  readonly groups: readonly Group[];
  readonly checks: readonly Check[];
  readonly row: (check: Check) => ReactNode;
  /** What is known so far. */
  readonly results: CheckResults;
  /** Outcomes by code once the certification is over; null before. */
  readonly outcomes: ReadonlyMap<string, Outcome> | null;
  /** Changes with each run. The page then scrolls to the top. */
  readonly run: number;
  /** Below the groups. */
  readonly footer?: ReactNode;
}

/** Outcomes that prevent certification, the worst first. */
const deciding = {
  failed: 'Failed',
  inconclusive: 'Inconclusive',
  not_observed: 'Not observed',
} as const;

/** `8 checks`, or what is known of them: `5 of 8 checks passed, 1 failed`. */
function groupText(checks: readonly { readonly code: string }[], results: CheckResults): string {
  const count = (outcome: Outcome): number =>
    checks.filter(({ code }) => results.some((one) => one.code === code && one.outcome === outcome))
      .length;
  const [passed, failed] = [count('passed'), count('failed')];
  const all = counted(checks.length, 'check');
  return [
    passed === 0 ? all : `${passed} of ${all} passed`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
  ].join(', ');
}

/** The results of a certification: the checks that prevented it, then each group, collapsed. */
export function CheckGroups<
  Group extends string,
  Check extends { readonly code: string; readonly group: Group },
>(props: CheckGroupsProps<Group, Check>) {
  const { children, titles, groups, checks, row, results, outcomes, run, footer } = props;
  const region = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the run changes
  useLayoutEffect(() => {
    // Newer browsers return a promise.
    void region.current?.scrollTo({ top: 0 });
  }, [run]);
  const shown = (['failed', 'inconclusive', 'not_observed'] as const).find((outcome) =>
    checks.some(({ code }) => outcomes?.get(code) === outcome),
  );
  const isFirst = ({ code }: Check): boolean =>
    shown !== undefined && outcomes?.get(code) === shown;
  const cards = [
    ...(shown === undefined
      ? []
      : [{ title: deciding[shown], isDeciding: true, ofCard: checks.filter(isFirst) }]),
    ...groups.map((group) => ({
      title: titles[group],
      isDeciding: false,
      ofCard: checks.filter((check) => check.group === group && !isFirst(check)),
    })),
  ];
  return (
    <ScrollRegion
      ref={region}
      label="Checks"
      className="flex h-full min-h-0 flex-col gap-3 overflow-y-auto bg-bg-0 p-4 -outline-offset-2 [&>*]:flex-none"
    >
      {children}
      {cards.map(({ title, isDeciding, ofCard }) =>
        ofCard.length === 0 ? null : (
          <section
            key={title}
            aria-label={title}
            className="overflow-hidden rounded-card border border-line bg-bg-1 shadow-rest"
          >
            <Disclosure
              name={`certification check ${title}`}
              isOpen={isDeciding}
              className="h-header w-full px-3 text-small hover:bg-bg-2"
              title={
                <>
                  <b className="font-semibold">{title}</b>{' '}
                  <span className="ml-1 text-fg-3">
                    {isDeciding ? counted(ofCard.length, 'check') : groupText(ofCard, results)}
                  </span>
                </>
              }
            >
              <ul className="border-t border-line">{ofCard.map(row)}</ul>
            </Disclosure>
          </section>
        ),
      )}
      {footer}
    </ScrollRegion>
  );
}
