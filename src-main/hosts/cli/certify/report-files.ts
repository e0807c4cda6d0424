/** The report files of a certification. */
import { dirname } from 'node:path';
import { makeFolder, replaceFile } from '#main/kit/files.ts';
import { escapedJson } from '#shared/kit/visible-text.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { badgeOf } from '#shared/report/badge.ts';
import { htmlReport } from '#shared/report/html.ts';
import { junitReport } from '#shared/report/junit.ts';
import type { Report } from '#shared/report/report.ts';
import { version } from '../../../../package.json' with { type: 'json' };
import { CertifyUsageError } from './request.ts';

export interface ReportOptions {
  readonly junit?: string;
  readonly html?: string;
  readonly json?: string;
  readonly badge?: string;
}

/** The report files to write, each with its option. */
const filesOf = (options: ReportOptions) =>
  (['junit', 'html', 'json', 'badge'] as const).flatMap((option) => {
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

type ProfileId = Pick<ProviderProfile, 'id'>;

const badgeText = (isCertified: boolean, { id: profile }: ProfileId): string =>
  badgeOf({ isCertified, profile, version });

/**
 * Runs before the checks, so that a bad path fails early. The badge of an earlier run is replaced now, since this run may
 * end without a result.
 */
export async function prepareReports(options: ReportOptions, profile: ProfileId): Promise<void> {
  for (const { option, path } of filesOf(options))
    await asUsageError(option, async () => {
      makeFolder(dirname(path));
      if (option === 'badge') await replaceFile(path, badgeText(false, profile));
    });
}

export async function saveReports(
  options: ReportOptions,
  report: Report,
  json: string,
  profile: ProfileId,
): Promise<void> {
  const texts = {
    junit: junitReport(report),
    html: htmlReport(report),
    json: escapedJson(json),
    badge: badgeText(report.verdict === 'passed', profile),
  };
  for (const { option, path } of filesOf(options))
    await asUsageError(option, () => replaceFile(path, texts[option]));
}
