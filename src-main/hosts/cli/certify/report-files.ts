/** The report files of a certification. */
import { dirname } from 'node:path';
import { makeFolder, replaceFile } from '#main/kit/files.ts';
import { escapedJson } from '#shared/kit/visible-text.ts';
import type { CertificationDocument } from '#shared/report/certification-document.ts';
import { htmlReport } from '#shared/report/html-report.ts';
import { junitReport } from '#shared/report/junit-report.ts';
import { CertifyUsageError } from './request.ts';

export interface ReportOptions {
  readonly junit?: string;
  readonly html?: string;
  readonly json?: string;
}

/** The report files to write, each with its option. */
const filesOf = (options: ReportOptions) =>
  (['junit', 'html', 'json'] as const).flatMap((option) => {
    const path = options[option];
    return path === undefined ? [] : [{ option, path }];
  });

async function asUsageError(option: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CertifyUsageError(
      `--${option}: Can't write the report: ${reason}. Choose another file.`,
    );
  }
}

/** Runs before the checks, so that a bad path fails early. */
export async function makeFolders(options: ReportOptions): Promise<void> {
  for (const { option, path } of filesOf(options))
    await asUsageError(option, async () => makeFolder(dirname(path)));
}

export async function saveReports(
  options: ReportOptions,
  document: CertificationDocument,
  json: string,
): Promise<void> {
  const texts = {
    junit: junitReport(document),
    html: htmlReport(document),
    json: escapedJson(json),
  };
  for (const { option, path } of filesOf(options))
    await asUsageError(option, () => replaceFile(path, texts[option]));
}
