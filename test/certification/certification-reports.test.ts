import { describe, expect, it } from 'vitest';
import type { CertificationReport } from '#shared/certification/receiver.ts';
import type { SenderReport } from '#shared/certification/sender.ts';
import { countsText, verdictText } from '#shared/certification/text.ts';
import { badgeOf } from '#shared/report/badge.ts';
import { receiverReport, senderReport } from '#shared/report/certification-report.ts';
import { htmlReport } from '#shared/report/html.ts';
import { junitReport } from '#shared/report/junit.ts';
import type { Report } from '#shared/report/report.ts';
import { junitProblems } from '#test/report/strict-junit.ts';

const report: CertificationReport = {
  profile: { id: 'segment-classic', name: 'Segment classic' },
  url: 'http://127.0.0.1:3000/hook?a=1&b="2"',
  startedAt: Date.UTC(2026, 10, 20),
  complete: true,
  certified: false,
  counts: { passed: 1, warned: 1, failed: 1, skipped: 1, not_run: 0, inconclusive: 0 },
  results: [
    {
      code: 'responds_in_time',
      group: 'time',
      title: 'Responds within 5 seconds',
      outcome: 'passed',
      message: 'Returned 200 after 0.1 s.',
      note: null,
      responses: [{ status: 200, durationMs: 123.4 }],
    },
    {
      code: 'accept_raw_bytes',
      group: 'accepts',
      title: 'Quotes, slashes, <, > and &',
      outcome: 'warned',
      message: 'Returned 401.',
      note: 'Hash the raw bytes.',
      responses: [{ status: 401, durationMs: 1 }],
    },
    {
      code: 'reject_unsigned',
      group: 'rejects',
      title: 'No signature',
      outcome: 'failed',
      message: 'It said <no>\u0001\ud800 & "more".',
      note: null,
      responses: [{ status: null, durationMs: 5_000 }],
    },
    {
      code: 'out_of_order',
      group: 'repeats',
      title: 'Messages out of order',
      outcome: 'skipped',
      message: "Not of interest: that's why.",
      note: null,
      responses: [],
    },
  ],
};

describe('the summary of a report', () => {
  it('counts the outcomes', () => {
    expect(countsText(report)).toBe('1 passed, 1 warning, 1 failed, 1 skipped');
    expect(verdictText(report)).toBe('Not certified');
    expect(verdictText({ ...report, certified: true })).toBe('Certified');
    expect(verdictText({ ...report, complete: false })).toBe('Incomplete');
  });
});

describe('the report as JUnit XML', () => {
  const xml = junitReport(receiverReport(report));

  it('has counts, times and messages of failures, and the reason of a skipped check', () => {
    expect(xml).toContain(
      '<testsuites name="Hookwright certification" tests="4" failures="1" errors="0" time="5.124">',
    );
    expect(xml).toContain(
      '<property name="url" value="http://127.0.0.1:3000/hook?a=1&amp;b=&quot;2&quot;"/>',
    );
    expect(xml).toContain('<property name="profile" value="Segment classic"/>');
    expect(xml).toContain(
      'name="responds_in_time: Responds within 5 seconds" time="0.123"></testcase>',
    );
    expect(xml).toContain(
      '<failure message="It said &lt;no&gt;‹U+0001›\ufffd &amp; &quot;more&quot;." type="check">',
    );
    expect(xml).toContain('<skipped message="Not of interest: that&#39;s why."/>');
    expect(xml).toContain('<system-out>Returned 401. Hash the raw bytes.</system-out>');
  });

  it('is valid by the strict schema', () => {
    expect(junitProblems(xml)).toEqual([]);
  });
});

describe('the report as HTML', () => {
  it('includes every check, and escapes markup', () => {
    const html = htmlReport(receiverReport(report));
    expect(html).toContain('<h1 class="failed">Not certified</h1>');
    expect(html).toContain('Segment classic');
    for (const { code } of report.results) expect(html).toContain(code);
    expect(html).toContain('Quotes, slashes, &lt;, &gt; and &amp;');
    expect(html).not.toContain('<no>');
    expect(html).toContain('no response, 5 s');
    expect(html).not.toMatch(/<script|<link|src=/);
  });
});

describe('the badge', () => {
  const badge = { profile: 'stripe', version: '0.1.0' };

  it.each([
    [true, 'Hookwright certified | stripe | 0.1.0'],
    [false, 'Hookwright not certified | stripe | 0.1.0'],
  ])('certified %s is "%s", and loads nothing', (isCertified, title) => {
    const svg = badgeOf({ ...badge, isCertified });
    expect(svg).toContain(`<title>${title}</title>`);
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/:\/\/|href|<script|<style/);
  });

  it('escapes and shortens the ID of a profile', () => {
    const svg = badgeOf({ ...badge, isCertified: true, profile: `<b>"&${'x'.repeat(100)}` });
    expect(svg).toContain('&lt;b&gt;&quot;&amp;x');
    expect(svg).not.toMatch(/<b>|x{50}/);
  });
});

describe('the report of a sender', () => {
  const sender: SenderReport = {
    profile: { id: 'stripe', name: 'Stripe' },
    url: 'http://127.0.0.1:8390/webhook',
    targets: [],
    trigger: null,
    endsAt: Date.UTC(2026, 10, 20),
    durationMs: 61_234,
    startedAt: Date.UTC(2026, 10, 20),
    complete: true,
    verdict: 'failed',
    messages: [],
    counts: { passed: 0, warned: 0, failed: 1, skipped: 0, not_observed: 1, inconclusive: 0 },
    messagesNeeded: 0,
    browserRequests: 2,
    results: [
      {
        code: 'same_body',
        group: 'identity',
        title: 'Retries keep the body',
        outcome: 'failed',
        basis: 'general',
        message: 'Differs <b>.',
        evidence: [
          {
            message: 2,
            attempt: 3,
            text: 'a & b',
            difference: { offset: 3, expected: '<1>', found: '<2>' },
          },
        ],
      },
      {
        code: 'order',
        group: 'identity',
        title: 'Messages in order',
        outcome: 'not_observed',
        basis: 'documented',
        message: 'Not seen.',
        evidence: [],
      },
    ],
  };

  it.each([
    ['JUnit', junitReport],
    ['HTML', htmlReport],
  ])('as %s has no command for the log of CI that shows it', (_, textOf) => {
    const hostile = '::error::x\n::error::x\r\n ::add-mask::x ##[error]x';
    const [result] = sender.results;
    const [evidence] = result?.evidence ?? [];
    if (result === undefined || evidence === undefined) throw new Error('no evidence');
    const difference = { offset: 3, expected: hostile, found: hostile };
    const hostileEvidence = [evidence, evidence].map((one) => ({
      ...one,
      text: hostile,
      difference,
    }));
    const outcomes = ['failed', 'warned', 'passed', 'inconclusive', 'not_observed'] as const;
    const text = textOf(
      senderReport({
        ...sender,
        url: hostile,
        profile: { ...sender.profile, name: hostile },
        results: outcomes.map((outcome) => ({
          ...{ ...result, outcome },
          ...{ title: hostile, message: hostile, evidence: hostileEvidence },
        })),
      }),
    );
    expect(text).not.toMatch(/(?:^|[\r\n])\s*::|##[a-z]*\[/i);
  });

  it('names a check as the report of a receiver does', () => {
    const namesOf = ({ groups, facts, columns }: Report) => ({
      kinds: [...new Set(groups.flatMap(({ cases }) => cases.map(({ kind }) => kind)))],
      labels: facts.map(({ label }) => label).filter((label) => label === 'checks'),
      column: columns.cases[1],
    });
    expect(namesOf(senderReport(sender))).toEqual(namesOf(receiverReport(report)));
  });

  it('has the evidence of each check, and never passes what was not observed', () => {
    const xml = junitReport(senderReport(sender));
    expect(junitProblems(xml)).toEqual([]);
    expect(xml).toContain('tests="2" failures="1" errors="1" skipped="0"');
    expect(xml.match(/time="[^"]*"/g)).toEqual(Array(2).fill('time="61.234"'));
    expect(xml).toContain('<property name="profile" value="Stripe"/>');
    expect(xml).toContain(
      '>Differs &lt;b&gt;.&#10;Message 2, attempt 3: a &amp; b&#10;@@ byte 3 @@&#10;- &lt;1&gt;&#10;+ &lt;2&gt;<',
    );
    expect(xml).toContain('<error message="Not seen." type="check">');
    const html = htmlReport(senderReport(sender));
    expect(html).toContain('<dt>Message 2, attempt 3</dt><dd>a &amp; b<pre>');
    expect(html).toContain('<del>- &lt;1&gt;</del>');
    expect(html).not.toContain('<b>.');
  });
});
