import { Download } from 'lucide-react';
import type { Action } from '#renderer/kit/actions/actions.tsx';
import { host } from '#renderer/kit/host/host.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Menu } from '#renderer/ui/menu.tsx';
import { htmlReport } from '#shared/report/html.ts';
import { junitReport } from '#shared/report/junit.ts';
import type { Report } from '#shared/report/report.ts';

interface SaveReportProps {
  /** Of the file, without its extension. */
  readonly name: string;
  readonly report: () => Report;
  readonly json: unknown;
}

const formats = [
  { extension: 'html', label: 'HTML', mediaType: 'text/html' },
  { extension: 'json', label: 'JSON', mediaType: 'application/json' },
  { extension: 'xml', label: 'JUnit XML', mediaType: 'application/xml' },
] as const;

function saveAs({ name, report, json }: SaveReportProps, index: number): void {
  const format = formats[index];
  if (format === undefined) return;
  const { extension, mediaType } = format;
  const text =
    extension === 'json'
      ? `${JSON.stringify(json, null, 2)}\n`
      : extension === 'html'
        ? htmlReport(report())
        : junitReport(report());
  host.saveFile(`${name}.${extension}`, mediaType, text);
}

/** Items of a menu that save a report in one of three formats. */
export const reportActions = (of: SaveReportProps | null): readonly Action[] =>
  formats.map(({ extension, label }, index) => ({
    id: `report.${extension}`,
    title: `Save report as ${label}`,
    menu: 'report',
    isShown: of !== null,
    run: () => {
      if (of !== null) saveAs(of, index);
    },
  }));

/** Saves a report in one of three formats. */
export function SaveReport(props: SaveReportProps) {
  return (
    <Menu
      trigger={<Button icon={Download}>Save report</Button>}
      groups={[
        formats.map(({ extension: id, label }, index) => ({
          id,
          label,
          run: () => saveAs(props, index),
        })),
      ]}
    />
  );
}
