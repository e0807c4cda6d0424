/** A certification report as one self-contained HTML file, in light and dark. */
import type { CertificationDocument, DocumentLine } from './certification-document.ts';
import { markup } from './markup.ts';
import { reportStyle } from './report-style.ts';

const style = `${reportStyle}
td:first-child { width: 7rem; font-weight: 600; }
td.detail { width: 8rem; text-align: right; font-variant-numeric: tabular-nums; }
ul { margin: 0.2rem 0 0; padding-left: 1.2rem; overflow-wrap: anywhere; }
.warned { color: light-dark(#8a4b00, #fcd34d); }`;

const evidence = ({ evidence }: DocumentLine): string =>
  evidence.length === 0
    ? ''
    : `<ul class="note">${evidence.map((text) => `<li>${markup(text)}</li>`).join('')}</ul>`;

const row = (line: DocumentLine, hasDetail: boolean): string => `<tr>
<td class="${line.outcome}">${line.label}</td>
<td>${markup(line.title)} <code class="code">${line.code}</code><br>${markup(line.message)}${
  line.note === null ? '' : `<br><span class="note">${markup(line.note)}</span>`
}${evidence(line)}</td>${hasDetail ? `\n<td class="detail">${line.detail}</td>` : ''}
</tr>`;

const group = (
  { title, lines }: CertificationDocument['groups'][number],
  detailTitle: string | null,
): string => `<h2>${markup(title)}</h2>
<table>
<thead><tr><th>Outcome</th><th>Check</th>${detailTitle === null ? '' : `<th>${detailTitle}</th>`}</tr></thead>
<tbody>
${lines.map((line) => row(line, detailTitle !== null)).join('\n')}
</tbody>
</table>`;

export function htmlReport(document: CertificationDocument): string {
  const { url, verdict, isCertified, counts, cause, profile, startedAt, detailTitle } = document;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${markup(`${verdict}: ${profile ?? url}`)}</title>
<style>${style}
</style>
<h1 class="${isCertified ? 'passed' : 'failed'}">${verdict}</h1>
<p>${profile === null ? '' : `${markup(profile)}<br>`}<code>${markup(url)}</code><br>${counts}<br>
<time>${new Date(startedAt).toISOString()}</time></p>
${cause === null ? '' : `<p><b>${markup(cause)}</b></p>\n`}${document.groups.map((of) => group(of, detailTitle)).join('\n')}
</html>
`;
}
