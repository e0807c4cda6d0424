/** Saves run archives, scenarios with their files, and reports. */

import { type Done, perform } from '#renderer/actions/perform.ts';
import { bytesOf } from '#renderer/components/save-export.ts';
import { core } from '#renderer/data/core.ts';
import { host } from '#renderer/host/host.ts';
import type { RunReport } from '#shared/scenarios/schema/report.ts';
import type { SavedFile } from '#shared/scenarios/schema/run.ts';

export function saveZip({ name, base64 }: SavedFile): Done {
  const file = host.createFileWriter(name, 'application/zip');
  file.write(bytesOf(base64));
  file.save();
  return { title: `Saved as ${name}`, tone: 'ok' };
}

export const saveRunArchive = (id: string): Promise<boolean> =>
  perform("Can't save the run archive", async () => saveZip(await core.scenarios.archive({ id })));

export const reportFormats = ['html', 'junit', 'json'] as const;
export type ReportFormat = (typeof reportFormats)[number];

export const reportLabels: Readonly<Record<ReportFormat, string>> = {
  html: 'HTML report',
  junit: 'JUnit report',
  json: 'JSON report',
};

async function contentOf(
  format: ReportFormat,
  report: RunReport,
): Promise<[string, string, string]> {
  switch (format) {
    case 'html': {
      const { scenarioHtml } = await import('#shared/report/scenario-html.ts');
      return ['html', scenarioHtml([report]), 'text/html'];
    }
    case 'junit': {
      const { scenarioJunit } = await import('#shared/report/scenario-junit.ts');
      return ['xml', scenarioJunit([report]), 'application/xml'];
    }
    case 'json':
      return ['json', `${JSON.stringify([report], null, 2)}\n`, 'application/json'];
  }
}

export async function saveReport(format: ReportFormat, report: RunReport): Promise<void> {
  const [ending, text, mediaType] = await contentOf(format, report);
  const stem = report.scenario.file.replace(/^.*\//, '').replace(/\.ya?ml$/, '');
  host.saveTextFile(`${stem}-${report.seed}.${ending}`, text, mediaType);
}
