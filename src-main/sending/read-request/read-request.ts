/** Reads a cURL command or an entry of a HAR as a request to edit. Sends and stores nothing. */

import { toBytes } from '#main/store/bytes.ts';
import { Method, maxHeaders } from '#shared/deliveries/copy.ts';
import { headerLineProblem, isConnectionHeader } from '#shared/kit/static-header.ts';
import { visibleText } from '#shared/kit/visible-text.ts';
import { webhookUrlProblem } from '#shared/kit/webhook-url.ts';
import type { ReadRequest, RequestText } from '#shared/sending/read-request.ts';
import { isCommand, type RawRequest, readCurl } from './read-curl.ts';
import { readHar } from './read-har.ts';
import { textProblem } from './text-problem.ts';

/** HTTP/2 writes the request line as headers. */
const isSent = ([name]: readonly [string, string]): boolean =>
  !name.startsWith(':') && !isConnectionHeader(name);

function checked({ method, url, headers, body }: RawRequest): ReadRequest {
  const sent = headers.filter(isSent);
  const parsed = Method.safeParse(method);
  if (!parsed.success) throw textProblem(parsed.error.issues[0]?.message ?? '');
  if (sent.length > maxHeaders)
    throw textProblem(`The request has more than ${maxHeaders} headers.`, 'Remove some.');
  const problem =
    webhookUrlProblem(url, 'URL') ??
    sent.map(([name, value]) => headerLineProblem(name, value)).find((one) => one !== null);
  if (problem) throw textProblem(visibleText(problem));
  return {
    kind: 'request',
    request: { method: parsed.data, url, headers: sent },
    body: toBytes(body, body.length, false),
  };
}

export function readRequest({ text, entry }: RequestText): ReadRequest {
  const read = isCommand(text) ? readCurl(text) : readHar(text, entry);
  return 'kind' in read ? read : checked(read);
}
