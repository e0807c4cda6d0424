import { Download } from 'lucide-react';
import type { Action } from '#renderer/kit/actions/actions.tsx';
import { systemNow } from '#renderer/kit/data/system.ts';
import { host } from '#renderer/kit/host/host.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Menu } from '#renderer/ui/menu.tsx';
import { escapedJson } from '#shared/kit/visible-text.ts';
import { badgeOf } from '#shared/report/badge.ts';
import { htmlReport } from '#shared/report/html.ts';
import { junitReport } from '#shared/report/junit.ts';
import type { Report } from '#shared/report/report.ts';

interface SavedReport {
  /** Of the file, without its extension. */
  readonly name: string;
  readonly report: () => Report;
  readonly json: unknown;
}

interface Format<Of> {
  readonly extension: string;
  readonly label: string;
  readonly mediaType: string;
  readonly textOf: (of: Of) => string;
}

const formats: readonly Format<SavedReport>[] = [
  {
    ...{ extension: 'html', label: 'HTML', mediaType: 'text/html' },
    textOf: ({ report }) => htmlReport(report()),
  },
  {
    ...{ extension: 'json', label: 'JSON', mediaType: 'application/json' },
    textOf: ({ json }) => escapedJson(`${JSON.stringify(json, null, 2)}\n`),
  },
  {
    ...{ extension: 'xml', label: 'JUnit XML', mediaType: 'application/xml' },
    textOf: ({ report }) => junitReport(report()),
  },
];

interface SavedCertification extends SavedReport {
  readonly profile: { readonly id: string };
}

const badge: Format<SavedCertification> = {
  ...{ extension: 'svg', label: 'Badge', mediaType: 'image/svg+xml' },
  textOf: ({ report, profile }) =>
    badgeOf({
      isCertified: report().verdict === 'passed',
      ...{ profile: profile.id, version: systemNow()?.version ?? '' },
    }),
};

const saveAs = <Of extends SavedReport>(
  of: Of,
  { extension, mediaType, textOf }: Format<Of>,
): void => host.saveFile(`${of.name}.${extension}`, mediaType, textOf(of));

/** Items of a menu that save a report in one of three formats. */
export const reportActions = (of: SavedReport | null): readonly Action[] =>
  formats.map((format) => ({
    id: `report.${format.extension}`,
    title: `Save report as ${format.label}`,
    menu: 'report',
    isShown: of !== null,
    run: () => {
      if (of !== null) saveAs(of, format);
    },
  }));

/** Saves the report of a certification, or its badge. */
export function SaveCertification(of: SavedCertification) {
  return (
    <Menu
      trigger={<Button icon={Download}>Save report</Button>}
      groups={[formats, [badge]].map((group) =>
        group.map((format) => ({
          id: format.extension,
          label: format.label,
          run: () => saveAs(of, format),
        })),
      )}
    />
  );
}
