import { Download } from 'lucide-react';
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

/** Saves a report in one of three formats. */
export function SaveReport({ name, report, json }: SaveReportProps) {
  const save = (extension: string, mediaType: string, text: () => string) => () =>
    host.saveFile(`${name}.${extension}`, mediaType, text());
  const jsonText = () => `${JSON.stringify(json, null, 2)}\n`;
  return (
    <Menu
      trigger={<Button icon={Download}>Save report</Button>}
      groups={[
        [
          { id: 'html', label: 'HTML', run: save('html', 'text/html', () => htmlReport(report())) },
          { id: 'json', label: 'JSON', run: save('json', 'application/json', jsonText) },
          {
            id: 'junit',
            label: 'JUnit XML',
            run: save('xml', 'application/xml', () => junitReport(report())),
          },
        ],
      ]}
    />
  );
}
