import { Download } from 'lucide-react';
import { host } from '#renderer/host/host.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Menu } from '#renderer/ui/menu.tsx';
import type { CertificationDocument } from '#shared/report/certification-document.ts';
import { htmlReport } from '#shared/report/html-report.ts';
import { junitReport } from '#shared/report/junit-report.ts';

interface SaveReportProps {
  readonly document: CertificationDocument;
  /** Written as JSON. */
  readonly report: unknown;
}

/** Saves the report of a certification in one of three formats. */
export function SaveReport({ document, report }: SaveReportProps) {
  const save = (extension: string, text: string, mediaType: string) => () =>
    host.saveFile(`certification.${extension}`, mediaType, text);
  const json = `${JSON.stringify(report, null, 2)}\n`;
  return (
    <Menu
      trigger={<Button icon={Download}>Save report</Button>}
      groups={[
        [
          { id: 'html', label: 'HTML', run: save('html', htmlReport(document), 'text/html') },
          { id: 'json', label: 'JSON', run: save('json', json, 'application/json') },
          {
            id: 'junit',
            label: 'JUnit XML',
            run: save('xml', junitReport(document), 'application/xml'),
          },
        ],
      ]}
    />
  );
}
