import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { CertificatesCard } from '#renderer/components/certificates-card.tsx';
import { JobView } from '#renderer/components/jobs/job-view.tsx';
import { host } from '#renderer/host/host.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Menu } from '#renderer/ui/menu.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { profileOf } from '#shared/profiles/profiles.ts';
import { receiverDocument } from '#shared/report/certification-document.ts';
import {
  countsText,
  rejectsAllSigned,
  rejectsAllText,
  repeatedChecks,
  verdictText,
} from '#shared/report/certification-labels.ts';
import { htmlReport } from '#shared/report/html-report.ts';
import { junitReport } from '#shared/report/junit-report.ts';
import {
  type CertificationReport,
  certificationGroups,
  certificationGroupTitles,
  checksOf,
} from '#shared/schemas/certification.ts';
import { useCertifyForm, useCertifyRun } from './certify-run.ts';
import { CheckRow } from './check-row.tsx';

interface CertifyResultsProps {
  readonly problems: Readonly<Record<string, string>>;
}

export function CertifyResults({ problems }: CertifyResultsProps) {
  const report = useCertifyRun((run) => run.report);
  const off = useCertifyForm((form) => form.off);
  const profileChecks = useProfileChecks();
  const repeated = report === null ? null : repeatedChecks(report);
  return (
    <ScrollRegion
      label="Checks"
      className="flex h-full min-h-0 flex-col gap-3 overflow-y-auto bg-bg-0 p-4 -outline-offset-2 [&>*]:flex-none"
    >
      <Summary />
      {report?.certificates && <CertificatesCard certificates={report.certificates} />}
      {certificationGroups.map((group) => {
        const checks = profileChecks.filter((check) => check.group === group);
        if (checks.length === 0) return null;
        return (
          <Card
            key={group}
            title={certificationGroupTitles[group]}
            meta={`${checks.length} checks`}
            padded={false}
          >
            <ul>
              {checks.map(({ code, title }) => (
                <CheckRow
                  key={code}
                  code={code}
                  title={title}
                  result={report?.results.find((result) => result.code === code)}
                  isRepeated={repeated?.has(code) === true}
                  reason={off[code]}
                  problem={problems[code]}
                />
              ))}
            </ul>
          </Card>
        );
      })}
    </ScrollRegion>
  );
}

function useProfileChecks() {
  const profile = useCertifyForm((form) => form.profile);
  return useMemo(() => checksOf(profileOf({ profile })), [profile]);
}

function Summary() {
  const count = useProfileChecks().length;
  const { status, report, problem } = useCertifyRun();
  if (status === 'idle') return <p className="text-fg-2">{count} checks</p>;
  if (status === 'failed')
    return (
      <Banner tone="bad" title="Certification failed.">
        {problem}
      </Banner>
    );
  if (status === 'running')
    return (
      <JobView
        title="Certification"
        state="running"
        share={(report?.results.length ?? 0) / count}
        counts={`${report?.results.length ?? 0} of ${count} checks`}
      />
    );
  if (report === null) return <Banner tone="info">Cancelled</Banner>;
  return (
    <Banner
      tone={report.certified ? 'ok' : report.complete ? 'bad' : 'info'}
      title={`${verdictText(report)}.`}
      action={<SaveReport report={report} />}
    >
      {rejectsAllSigned(report) && (
        <span className="block font-medium">{rejectsAllText('the shared secret')}</span>
      )}
      {countsText(report)}, at {report.url}
    </Banner>
  );
}

function SaveReport({ report }: { report: CertificationReport }) {
  const save = (extension: string, text: string, mediaType: string) => () =>
    host.saveTextFile(`certification.${extension}`, text, mediaType);
  return (
    <Menu
      trigger={<Button icon={Download}>Save report</Button>}
      groups={[
        [
          {
            id: 'html',
            label: 'HTML',
            run: save('html', htmlReport(receiverDocument(report)), 'text/html'),
          },
          {
            id: 'json',
            label: 'JSON',
            run: save('json', `${JSON.stringify(report, null, 2)}\n`, 'application/json'),
          },
          {
            id: 'junit',
            label: 'JUnit XML',
            run: save('xml', junitReport(receiverDocument(report)), 'application/xml'),
          },
        ],
      ]}
    />
  );
}
