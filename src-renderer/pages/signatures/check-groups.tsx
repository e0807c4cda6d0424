import type { ReactNode } from 'react';
import { Card } from '#renderer/ui/card.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { counted } from '#shared/lib/format.ts';

interface CheckGroupsProps<Group extends string, Check extends { readonly group: Group }> {
  readonly label: string;
  /** Above the groups. */
  readonly children: ReactNode;
  readonly titles: Readonly<Record<Group, string>>;
  readonly groups: readonly Group[];
  readonly checks: readonly Check[];
  readonly row: (check: Check) => ReactNode;
  /** Below the groups. */
  readonly footer?: ReactNode;
}

/** The results of a certification: a card per group with checks. */
export function CheckGroups<Group extends string, Check extends { readonly group: Group }>(
  props: CheckGroupsProps<Group, Check>,
) {
  const { label, children, titles, groups, checks, row, footer } = props;
  return (
    <ScrollRegion
      label={label}
      className="flex h-full min-h-0 flex-col gap-3 overflow-y-auto bg-bg-0 p-4 -outline-offset-2 [&>*]:flex-none"
    >
      {children}
      {groups.map((group) => {
        const ofGroup = checks.filter((check) => check.group === group);
        if (ofGroup.length === 0) return null;
        return (
          <Card
            key={group}
            title={titles[group]}
            meta={counted(ofGroup.length, 'check')}
            padded={false}
          >
            <ul>{ofGroup.map(row)}</ul>
          </Card>
        );
      })}
      {footer}
    </ScrollRegion>
  );
}
