/** A certification report as one self-contained HTML file, in light and dark. */

import { formatDuration } from '../lib/duration.ts';
import {
  type CertificationReport,
  type CertificationResult,
  certificationGroups,
  certificationGroupTitles,
} from '../schemas/certification.ts';
import {
  countsText,
  outcomeLabels,
  rejectsAllSigned,
  rejectsAllText,
  verdictText,
} from './certification-labels.ts';
import { markup } from './markup.ts';
import { reportStyle } from './report-style.ts';

const style = `${reportStyle}
td:first-child { width: 7rem; font-weight: 600; }
td:last-child { width: 8rem; text-align: right; font-variant-numeric: tabular-nums; }
.warned { color: light-dark(#8a4b00, #fcd34d); }`;

const responsesText = ({ responses }: CertificationResult): string =>
  responses.length > 3
    ? `${responses.length} responses`
    : responses
        .map(
          ({ status, durationMs }) =>
            `${status ?? 'no response'}, ${formatDuration(Math.round(durationMs))}`,
        )
        .join('; ');

const row = (result: CertificationResult): string => `<tr>
<td class="${result.outcome}">${outcomeLabels[result.outcome]}</td>
<td>${markup(result.title)} <code class="code">${result.code}</code><br>${markup(result.message)}${
  result.note === null ? '' : `<br><span class="note">${markup(result.note)}</span>`
}</td>
<td>${responsesText(result)}</td>
</tr>`;

const group = (report: CertificationReport, name: CertificationResult['group']): string => {
  const rows = report.results.filter((result) => result.group === name).map(row);
  return `<h2>${markup(certificationGroupTitles[name])}</h2>
<table>
<thead><tr><th>Outcome</th><th>Check</th><th>Responses</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`;
};

export function htmlReport(report: CertificationReport): string {
  const title = `${verdictText(report)}: ${report.url}`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${markup(title)}</title>
<style>${style}
</style>
<h1 class="${report.certified ? 'passed' : 'failed'}">${verdictText(report)}</h1>
<p><code>${markup(report.url)}</code><br>${countsText(report)}<br>
<time>${new Date(report.startedAt).toISOString()}</time></p>
${rejectsAllSigned(report) ? `<p><b>${markup(rejectsAllText('the shared secret'))}</b></p>\n` : ''}${certificationGroups.map((name) => group(report, name)).join('\n')}
</html>
`;
}
