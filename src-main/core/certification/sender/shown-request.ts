/** A request as reports show it: without secrets, and only the start of long values. */
import { createRedaction } from '#shared/lib/redaction.ts';
import type {
  SenderCertificationRequest,
  SenderMessage,
} from '#shared/schemas/sender-certification.ts';
import type { RequestFacts } from './request-facts.ts';

/** Reports are sent after every change. */
const maxBodyLength = 2_000;
const maxValueLength = 500;
const maxHeaders = 50;
const maxRequests = 100;

export type ShownRequest = NonNullable<SenderMessage['attempts'][number]['request']>;

const start = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}…` : text;

export function createShownRequests({ secret, previousSecret = '' }: SenderCertificationRequest) {
  const redaction = createRedaction([secret, previousSecret]);
  let shown = 0;

  /** Null beyond the first requests. */
  return ({ url, headerLines, bodyStart, bodyBytes }: RequestFacts): ShownRequest | null => {
    shown += 1;
    if (shown > maxRequests) return null;
    const body = bodyStart.toString('utf8').toWellFormed();
    return {
      url: start(redaction.url(url), maxValueLength),
      headers: redaction
        .headers(headerLines)
        .slice(0, maxHeaders)
        .map(([name, value]) => [start(name, maxValueLength), start(value, maxValueLength)]),
      body: redaction.text(body).slice(0, maxBodyLength),
      isBodyCut: body.length > maxBodyLength || bodyBytes > bodyStart.length,
    };
  };
}
