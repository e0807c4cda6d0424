/** Runs of scenarios as one self-contained HTML file, in light and dark, fit to print. */

import { compactDuration, formatLatency, formatOffset } from '#shared/kit/duration.ts';
import { formatCount } from '#shared/kit/format.ts';
import type { Check, RunReport } from '#shared/scenarios/schema/report.ts';
import { markup, reportStyle } from './markup.ts';
import { detailsOf, placeText, runName, verdictCounts, verdictMarks } from './scenario-text.ts';
import { timelineStyle, timelineSvg } from './scenario-timeline.ts';

const style = `${reportStyle}${timelineStyle}
td:first-child { width: 7rem; font-weight: 600; }
td:last-child { width: 8rem; text-align: right; font-variant-numeric: tabular-nums; }
section { margin-top: 2rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.1rem 0.8rem; margin: 0.3rem 0; }
dt { color: light-dark(#555, #aaa); }
dd { margin: 0; overflow-wrap: anywhere; }
.inconclusive, .warning { color: light-dark(#8a4b00, #fcd34d); }
.skipped { color: light-dark(#555, #aaa); }
.legend i { font-style: normal; }
@media print {
  body { max-width: none; margin: 0; }
  section { break-before: page; }
  tr { break-inside: avoid; }
  * { print-color-adjust: exact; }
}`;

const markOf = (verdict: Check['verdict']): string =>
  verdict === 'skipped' ? '–' : verdictMarks[verdict];

function details(check: Check, earlier: readonly Check[]): string {
  const items = [
    ...detailsOf(check, earlier),
    ...(check.reason === null ? [] : [['reason', check.reason] as const]),
    ...check.warnings.map((text) => ['warning', text] as const),
  ];
  if (items.length === 0) return '';
  const rows = items.map(([name, text]) => `<dt>${name}</dt><dd>${markup(text)}</dd>`);
  return `<dl>${rows.join('')}</dl>`;
}

function row(check: Check, earlier: readonly Check[]): string {
  const place = placeText(check);
  const code = place === '' ? (check.code ?? '') : place;
  return `<tr>
<td class="${check.verdict}">${markOf(check.verdict)} ${check.verdict}</td>
<td>${markup(check.name)} <code class="code">${markup(code)}</code>${details(check, earlier)}</td>
<td>${formatOffset(check.decidedAt)}</td>
</tr>`;
}

const legend =
  '<p class="note legend">Above the line: accepted (2xx). Below: other responses; outlined: no response. Gray: extra copies. Hatched: outage.</p>';

function section(report: RunReport, index: number): string {
  const { scenario, verdict, seed, historyHash, virtualMs, real, counts, checks, inconclusive } =
    report;
  const { messages, deliveries, attempts, requests, open } = counts;
  const facts = [
    ['file', runName(report)],
    ['seed', String(seed)],
    ...(historyHash === '' ? [] : [['history hash', historyHash]]),
    [
      'duration',
      `${compactDuration(virtualMs)} of virtual time in ${formatLatency(real.durationMs)}`,
    ],
    [
      'counts',
      `${formatCount(messages)} messages, ${formatCount(deliveries)} deliveries (${formatCount(open)} open), ${formatCount(attempts)} attempts, ${formatCount(requests)} requests`,
    ],
    ['command', report.command],
  ].map(([name = '', text = '']) => `<dt>${name}</dt><dd><code>${markup(text)}</code></dd>`);
  const reasons = inconclusive.map(
    ({ code, message }) => `<p class="inconclusive">${markup(code)}: ${markup(message)}</p>`,
  );
  return `<section id="run-${index + 1}">
<h2 class="${verdict}">${markOf(verdict)} ${markup(scenario.name)}: ${verdict}</h2>
${scenario.description === null ? '' : `<p>${markup(scenario.description)}</p>\n`}<dl>${facts.join('')}</dl>
${reasons.join('\n')}
${timelineSvg(report, `run-${index + 1}`)}
${legend}
<table>
<thead><tr><th>Verdict</th><th>Check</th><th>Decided</th></tr></thead>
<tbody>
${checks.map((check, at) => row(check, checks.slice(0, at))).join('\n')}
</tbody>
</table>
</section>`;
}

const overviewRow = (report: RunReport, index: number): string => `<tr>
<td class="${report.verdict}">${markOf(report.verdict)} ${report.verdict}</td>
<td><a href="#run-${index + 1}">${markup(report.scenario.name)}</a> <code class="code">${markup(runName(report))}</code></td>
<td>${compactDuration(report.virtualMs)}</td>
</tr>`;

export function scenarioHtml(reports: readonly RunReport[]): string {
  const counts = verdictCounts(reports);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${markup(`Scenarios: ${counts}`)}</title>
<style>${style}
</style>
<h1>Scenarios: ${counts}</h1>
<table>
<thead><tr><th>Verdict</th><th>Scenario</th><th>Virtual time</th></tr></thead>
<tbody>
${reports.map(overviewRow).join('\n')}
</tbody>
</table>
${reports.map(section).join('\n')}
</html>
`;
}
