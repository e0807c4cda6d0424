import { expect, it } from 'vitest';
import { createDeliveryStore } from '#core/store/deliveries.ts';
import { migrate } from '#core/store/migrate.ts';
import { createRowNumbers } from '#core/store/row-numbers.ts';
import { createSavedFilterStore } from '#core/store/saved-filters.ts';
import { databaseBefore } from '#test/support/old-database.ts';

const version = 390;

/** Verdicts as stored before, and the outcomes they become. */
const cases = [
  [200, { kind: 'delivered', warning: null }, ['delivered', null, null]],
  [
    404,
    { kind: 'delivered', warning: 'The receiver answered 404. Any answer but a 5xx counts.' },
    ['delivered', 'non_2xx', { status: 404 }],
  ],
  [
    503,
    { kind: 'failed', reason: 'server_error', explanation: 'The receiver answered 503.' },
    ['failed', 'server_error', { status: 503 }],
  ],
  [
    null,
    { kind: 'failed', reason: 'time_out', explanation: 'No answer within 5 seconds.' },
    ['failed', 'timeout', { limitMs: 5000 }],
  ],
  [
    null,
    { kind: 'failed', reason: 'network_error', explanation: 'The request failed: odd "thing".' },
    ['failed', 'network_error', { detail: 'odd "thing"' }],
  ],
  [
    null,
    {
      kind: 'refused',
      reason: 'untrusted',
      explanation:
        'The certificate could not be verified (CERT_REVOKED). No request was sent, and it is not tried again.',
    },
    ['blocked', 'untrusted', { errorCode: 'CERT_REVOKED' }],
  ],
  [
    null,
    { kind: 'refused', reason: 'self_signed', explanation: 'The certificate is self-signed.' },
    ['blocked', 'self_signed', null],
  ],
] as const;

function openBefore() {
  const { db, file } = databaseBefore(version);
  db.pragma('foreign_keys = OFF');
  return { file, db };
}

it('verdicts of attempts and resends become outcomes with codes', () => {
  const { file, db } = openBefore();
  const attempt = db.prepare(`
    INSERT INTO attempts (delivery_id, url, round, started_at, request_headers, response_status,
      response_bytes, response_truncated, verdict, timings)
    VALUES (1, 'https://a.test/', 1, 1, '[]', ?, 0, 0, ?, '{}')`);
  const resend = db.prepare(`
    INSERT INTO resends (state, sent_at, url, request_headers, body, signing, signature_fit,
      secret_origin, response_status, verdict)
    VALUES (?, 1, 'https://a.test/', '[]', x'', 'valid', 'valid', 'destination', ?, ?)`);
  for (const [status, verdict] of cases) {
    attempt.run(status, JSON.stringify(verdict));
    resend.run(verdict.kind, status, JSON.stringify(verdict));
  }
  resend.run('interrupted', null, null);
  migrate(db, file);
  const expected = cases.map(([, , [outcome, code, params]]) => [
    outcome,
    code,
    params === null ? null : JSON.stringify(params),
  ]);
  const rows = (columns: string, table: string) =>
    db.prepare(`SELECT ${columns} FROM ${table} ORDER BY id`).raw().all();
  expect(rows('outcome, code, params', 'attempts')).toEqual(expected);
  expect(rows('state, code, params', 'resends')).toEqual([
    ...expected,
    ['interrupted', null, null],
  ]);
});

it('refused deliveries become blocked, also in the ledger and in saved filters', () => {
  const { file, db } = openBefore();
  const webhooks = JSON.stringify([
    {
      url: 'https://a.test/',
      state: 'refused',
      attempts: 1,
      windowAttempts: 1,
      lastStatus: null,
      lastVerdict: { kind: 'refused', reason: 'expired', explanation: 'It has expired.' },
      nextAttemptAt: null,
    },
  ]);
  const delivery = db.prepare(`
    INSERT INTO deliveries (message_row_id, destination_id, state, body_bytes, webhooks, round,
      window_rounds, attempts, last_failure, warning, created_at, updated_at)
    VALUES (1, 'd', ?, 0, ?, 1, 1, 1, ?, 0, 1, 1)`);
  delivery.run('refused', webhooks, 'expired');
  delivery.run('exhausted', '[]', 'time_out');
  db.exec(`
    UPDATE counters SET value = 1 WHERE name IN ('refused', 'exhausted');
    INSERT INTO saved_filters VALUES ('f', 'Mine', 'state:refused not "state:refused"', 1);
    INSERT INTO undo_log VALUES (1, 'retry', NULL, 'refused', 1, 1, NULL, NULL,
      '[{"state":"refused","windowAttempts":1,"nextAttemptAt":null}]');
  `);
  migrate(db, file);
  expect(
    db
      .prepare('SELECT state, last_failure, exhausted_reason FROM deliveries ORDER BY id')
      .raw()
      .all(),
  ).toEqual([
    ['blocked', 'expired', null],
    ['exhausted', 'timeout', 'window_ended'],
  ]);
  expect(createDeliveryStore(db, createRowNumbers(db).deliveries).get(1)?.webhooks).toMatchObject([
    { state: 'blocked', lastResult: { outcome: 'blocked', code: 'expired', params: {} } },
  ]);
  expect(
    db.prepare('SELECT name FROM counters WHERE value = 1 ORDER BY name').pluck().all(),
  ).toEqual(['blocked', 'exhausted']);
  expect(db.prepare("SELECT 1 FROM counters WHERE name = 'refused'").get()).toBeUndefined();
  expect(createSavedFilterStore(db).all()).toMatchObject([
    { filter: 'state:blocked not "state:refused"' },
  ]);
  expect(db.prepare('SELECT state FROM undo_log').pluck().get()).toBe('blocked');
});
