/** A certification report as one self-contained HTML file, in light and dark. */
import {
  type CertificationDocument,
  type DocumentLine,
  differenceLines,
} from './certification-document.ts';
import { markup, reportStyle } from './markup.ts';

const style = `${reportStyle}
td:first-child { width: 7rem; font-weight: 600; }
td.detail { width: 8rem; text-align: right; font-variant-numeric: tabular-nums; }
ul { margin: 0.2rem 0 0; padding-left: 1.2rem; overflow-wrap: anywhere; }
pre { margin: 0.3rem 0; padding: 0.4rem 0.6rem; font-size: 0.85rem; white-space: pre-wrap; overflow-wrap: anywhere; background: light-dark(#f4f4f4, #222); }
del, ins { text-decoration: none; }
del { color: light-dark(#b01c1c, #fca5a5); }
ins { color: light-dark(#166534, #86efac); }
summary { padding: 0.2rem 0; cursor: pointer; }
.warned, .inconclusive { color: light-dark(#8a4b00, #fcd34d); }`;

function differenceHtml(difference: DocumentLine['evidence'][number]['difference']): string {
  if (difference === null) return '';
  const [place = '', before = '', after = ''] = differenceLines(difference).map(markup);
  return `<pre>${place}\n<del>${before}</del>\n<ins>${after}</ins></pre>`;
}

const evidence = ({ evidence }: DocumentLine): string =>
  evidence.length === 0
    ? ''
    : `<ul class="note">${evidence
        .map(({ text, difference }) => `<li>${markup(text)}${differenceHtml(difference)}</li>`)
        .join('')}</ul>`;

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

const requestsHtml = (requests: CertificationDocument['requests']): string =>
  requests.length === 0
    ? ''
    : `\n<h2>Received requests</h2>\n${requests
        .map(
          ({ title, text }) =>
            `<details><summary>${markup(title)}</summary><pre>${markup(text)}</pre></details>`,
        )
        .join('\n')}`;

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
${cause === null ? '' : `<p><b>${markup(cause)}</b></p>\n`}${document.groups.map((of) => group(of, detailTitle)).join('\n')}${requestsHtml(document.requests)}
</html>
`;
}
