/** A report as one self-contained HTML file, in light and dark, fit to print. */
import { markup } from './markup.ts';
import {
  differenceLines,
  type Report,
  type ReportCase,
  type ReportDetail,
  type ReportGroup,
} from './report.ts';
import { timelineStyle } from './scenario-timeline.ts';

const style = `
:root { color-scheme: light dark; font: 14px/1.45 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; margin-bottom: 0; }
h2 { font-size: 1rem; margin: 1.6rem 0 0.4rem; }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-weight: 600; }
th, td { padding: 0.35rem 0.6rem; border-bottom: 1px solid light-dark(#ddd, #333); vertical-align: top; }
td:first-child { width: 7rem; font-weight: 600; }
td.aside { width: 8rem; text-align: right; font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.1rem 0.8rem; margin: 0.3rem 0; }
dd { margin: 0; overflow-wrap: anywhere; }
code { font-size: 0.85rem; }
pre { margin: 0.3rem 0; padding: 0.4rem 0.6rem; font-size: 0.85rem; white-space: pre-wrap; overflow-wrap: anywhere; background: light-dark(#f4f4f4, #222); }
del, ins { text-decoration: none; }
summary { padding: 0.2rem 0; cursor: pointer; }
.passed, ins { color: light-dark(#166534, #86efac); }
.failed, del { color: light-dark(#b01c1c, #fca5a5); }
.warned, .inconclusive { color: light-dark(#8a4b00, #fcd34d); }
.skipped, .note, .code, dt { color: light-dark(#555, #aaa); }
@media print {
  body { max-width: none; margin: 0; }
  section:has(svg) { break-before: page; }
  tr { break-inside: avoid; }
  * { print-color-adjust: exact; }
}${timelineStyle}`;

function differenceHtml(difference: ReportDetail['difference']): string {
  if (!difference) return '';
  const [place, before, after] = differenceLines(difference).map(markup);
  return `<pre>${place}\n<del>${before}</del>\n<ins>${after}</ins></pre>`;
}

const list = (details: readonly ReportDetail[]): string =>
  details.length === 0
    ? ''
    : `<dl>${details
        .map(
          ({ label, text, difference }) =>
            `<dt>${markup(label)}</dt><dd>${markup(text)}${differenceHtml(difference)}</dd>`,
        )
        .join('')}</dl>`;

const table = (columns: readonly string[], rows: readonly string[]): string => `<table>
<thead><tr>${columns.map((title) => `<th>${title}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`;

const row = (
  { verdict, label, aside }: NonNullable<ReportGroup['result']>,
  content: string,
): string => `<tr>
<td class="${verdict}">${label}</td>
<td>${content}</td>${aside === null ? '' : `\n<td class="aside">${aside}</td>`}
</tr>`;

const code = (text: string): string => `<code class="code">${markup(text)}</code>`;

function caseRow(of: ReportCase): string {
  const message = of.message === '' ? '' : `<br>${markup(of.message)}`;
  const note = of.note === null ? '' : `<br><span class="note">${markup(of.note)}</span>`;
  const head = `${markup(of.name)} ${code(of.code ?? of.place ?? '')}`;
  return row(of, `${head}${message}${note}${list(of.details)}`);
}

const idOf = (index: number): string => `group-${index + 1}`;

const section =
  (columns: readonly string[]) =>
  ({ name, result, description, facts, figure, cases }: ReportGroup, index: number): string =>
    `<section id="${idOf(index)}">
<h2${result === null ? '' : ` class="${result.verdict}"`}>${result === null ? '' : `${result.label}: `}${markup(name)}</h2>
${description === null ? '' : `<p>${markup(description)}</p>\n`}${list(facts)}${figure}
${table(columns, cases.map(caseRow))}
</section>`;

const groupRow = ({ name, suite, result }: ReportGroup, index: number): readonly string[] =>
  result === null
    ? []
    : [row(result, `<a href="#${idOf(index)}">${markup(name)}</a> ${code(suite)}`)];

const requestsHtml = (requests: readonly ReportDetail[]): string =>
  requests.length === 0
    ? ''
    : `\n<h2>Received requests</h2>\n${requests
        .map(
          ({ label, text }) =>
            `<details><summary>${markup(label)}</summary><pre>${markup(text)}</pre></details>`,
        )
        .join('\n')}`;

export function htmlReport(report: Report): string {
  const { title, heading, verdict, facts, cause, columns, groups, requests } = report;
  const overview = groups.flatMap(groupRow);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${markup(title)}</title>
<style>${style}
</style>
<h1${verdict === null ? '' : ` class="${verdict}"`}>${heading}</h1>
${list(facts)}${cause === null ? '' : `<p><b>${markup(cause)}</b></p>`}
${overview.length === 0 ? '' : `${table(columns.groups, overview)}\n`}${groups.map(section(columns.cases)).join('\n')}${requestsHtml(requests)}
</html>
`;
}
