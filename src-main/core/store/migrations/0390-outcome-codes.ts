import type { Database } from 'better-sqlite3';

interface OldVerdict {
  readonly kind: 'delivered' | 'failed' | 'refused';
  readonly reason?: string;
  readonly explanation?: string;
}

/** Extracts the parameters that were only in the sentence. */
function paramsOf(code: string, explanation: string, status: number | null): object {
  if (code === 'server_error' || code === 'non_2xx') return status === null ? {} : { status };
  if (explanation.startsWith('No answer within')) return { limitMs: 5_000 };
  if (code === 'timeout') return { errorCode: 'ETIMEDOUT' };
  if (explanation.startsWith('The host name could not be looked up'))
    return { errorCode: 'EAI_AGAIN' };
  if (explanation.includes('the whole chain'))
    return { errorCode: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' };
  if (explanation.includes('was not asked for')) return { errorCode: 'INTERIM_RESPONSE' };
  const errorCode = /could not be verified \((.+)\)\. No request/.exec(explanation)?.[1];
  if (errorCode !== undefined) return { errorCode };
  const detail = /^(?:The request failed|The answer is not valid HTTP): (.+?)\.?$/s.exec(
    explanation,
  )?.[1];
  return detail === undefined ? {} : { detail };
}

function converted(verdict: OldVerdict & { warning?: string | null }, status: number | null) {
  if (verdict.kind === 'delivered') {
    const code = verdict.warning == null ? null : 'non_2xx';
    return { outcome: 'delivered', code, params: code === null ? {} : paramsOf(code, '', status) };
  }
  const code = verdict.reason === 'time_out' ? 'timeout' : (verdict.reason ?? 'network_error');
  return {
    outcome: verdict.kind === 'refused' ? 'blocked' : 'failed',
    code,
    params: paramsOf(code, verdict.explanation ?? '', status),
  };
}

const convertedText = (verdict: unknown, status: unknown): string =>
  JSON.stringify(converted(JSON.parse(String(verdict)), status as number | null));

const blockedState = (state: string): string => (state === 'refused' ? 'blocked' : state);

/** The webhooks of a delivery, or the ones changed by a retry. */
const webhooksText = (webhooks: unknown): string =>
  JSON.stringify(
    JSON.parse(String(webhooks)).map(
      ({ lastVerdict, ...webhook }: { state: string; lastVerdict?: OldVerdict | null }) => {
        const { lastStatus = null } = webhook as { lastStatus?: number | null };
        const last = lastVerdict ?? null;
        return {
          ...webhook,
          state: blockedState(webhook.state),
          ...(lastVerdict === undefined
            ? {}
            : { lastResult: last === null ? null : converted(last, lastStatus) }),
        };
      },
    ),
  );

/** Replaces `state:refused` outside quotes. */
const filterText = (filter: unknown): string =>
  String(filter).replace(/"(?:[^"\\]|\\.)*"|\bstate([:=])refused\b/gi, (found, sign?: string) =>
    sign === undefined ? found : `state${sign}blocked`,
  );

/**
 * Stores results of attempts as codes with parameters instead of sentences, and renames the state
 * `refused` to `blocked` (D52).
 */
export function up(db: Database): void {
  const deterministic = { deterministic: true };
  db.function('converted_result', deterministic, convertedText);
  db.function('converted_webhooks', deterministic, webhooksText);
  db.function('converted_filter', deterministic, filterText);

  db.exec(`
    ALTER TABLE attempts RENAME COLUMN verdict TO outcome;
    ALTER TABLE attempts ADD COLUMN code TEXT;
    -- JSON; NULL where the code says all.
    ALTER TABLE attempts ADD COLUMN params TEXT;
    UPDATE attempts SET (outcome, code, params) = (
      SELECT result ->> 'outcome', result ->> 'code', NULLIF(result -> 'params', '{}')
      FROM (SELECT converted_result(outcome, response_status) AS result));

    -- The outcome of a resend is its state.
    ALTER TABLE resends RENAME COLUMN verdict TO code;
    ALTER TABLE resends ADD COLUMN params TEXT;
    UPDATE resends SET (state, code, params) = (
      SELECT result ->> 'outcome', result ->> 'code', NULLIF(result -> 'params', '{}')
      FROM (SELECT converted_result(code, response_status) AS result))
    WHERE code IS NOT NULL;

    ALTER TABLE deliveries ADD COLUMN exhausted_reason TEXT;
    UPDATE deliveries SET webhooks = converted_webhooks(webhooks) WHERE webhooks <> '[]';
    UPDATE deliveries SET last_failure = 'timeout' WHERE last_failure = 'time_out';
    UPDATE deliveries SET exhausted_reason = 'window_ended' WHERE state = 'exhausted';
    UPDATE deliveries SET state = 'blocked' WHERE state = 'refused';
    UPDATE counters SET name = 'blocked' WHERE name = 'refused';
    UPDATE counters SET scope = 'blocked' WHERE name = 'deleted' AND scope = 'refused';

    UPDATE saved_filters SET filter = converted_filter(filter);

    UPDATE undo_log SET state = 'blocked' WHERE state = 'refused';
    UPDATE undo_log SET webhooks = converted_webhooks(webhooks) WHERE webhooks IS NOT NULL;
    UPDATE jobs SET params =
      replace(params, '"kind":"state","state":"refused"', '"kind":"state","state":"blocked"');
  `);
}
