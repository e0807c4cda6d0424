import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Card } from '#renderer/ui/card.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { counted } from '#shared/lib/format.ts';
import type { CertificationOutcome } from '#shared/schemas/certification.ts';
import type { SenderOutcome } from '#shared/schemas/sender-certification.ts';

type Outcome = CertificationOutcome | SenderOutcome;

interface CheckGroupsProps<
  Group extends string,
  Check extends { readonly code: string; readonly group: Group },
> {
  readonly label: string;
  /** Above the groups. */
  readonly children: ReactNode;
  readonly titles: Readonly<Record<Group, string>>;
  readonly groups: readonly Group[];
  readonly checks: readonly Check[];
  readonly row: (check: Check) => ReactNode;
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

/** The results of a certification: the checks that prevented it, then a card for each group. */
export function CheckGroups<
  Group extends string,
  Check extends { readonly code: string; readonly group: Group },
>(props: CheckGroupsProps<Group, Check>) {
  const { label, children, titles, groups, checks, row, outcomes, run, footer } = props;
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
    ...(shown === undefined ? [] : [{ title: deciding[shown], ofCard: checks.filter(isFirst) }]),
    ...groups.map((group) => ({
      title: titles[group],
      ofCard: checks.filter((check) => check.group === group && !isFirst(check)),
    })),
  ];
  return (
    <ScrollRegion
      ref={region}
      label={label}
      className="flex h-full min-h-0 flex-col gap-3 overflow-y-auto bg-bg-0 p-4 -outline-offset-2 [&>*]:flex-none"
    >
      {children}
      {cards.map(({ title, ofCard }) =>
        ofCard.length === 0 ? null : (
          <Card key={title} title={title} meta={counted(ofCard.length, 'check')} padded={false}>
            <ul>{ofCard.map(row)}</ul>
          </Card>
        ),
      )}
      {footer}
    </ScrollRegion>
  );
}
