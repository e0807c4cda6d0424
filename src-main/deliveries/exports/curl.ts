/** Writes one curl command for every request (see `shared/kit/curl.ts`). */
import { curlCommand } from '#shared/kit/curl.ts';
import { quoted } from '#shared/kit/shell.ts';
import { visibleText } from '#shared/kit/visible-text.ts';
import { isBodyIncomplete } from '#shared/mocks/request.ts';
import { type FormatWriter, textOrBytes } from './format.ts';
import type { FullDelivery } from './full-delivery.ts';

/** Uses `:` as a comment: an interactive zsh would run `#` as a command. */
const remark = (text: string): string => `: ${quoted(visibleText(text))}\n`;

const lead = ({ summary: { id, state, type, label }, redaction }: FullDelivery): string => {
  const redacted =
    redaction.redactedKinds.length === 0 ? '' : `; redacted: ${redaction.redactedKinds.join(', ')}`;
  return remark(`delivery ${id}, ${type} ${label}, ${state}${redacted}`);
};

export const createCurlWriter = (): FormatWriter => ({
  start: () => [],
  *delivery(delivery) {
    yield lead(delivery);
    const { body, requests } = delivery;
    if (body === null || requests.length === 0) yield remark('nothing is sent');
    else
      for (const request of requests)
        yield `${curlCommand({ ...request, body: textOrBytes(body) })}\n`;
    yield '\n';
  },
  *request({ entry, mock, url, body }) {
    const { id, method, headers } = entry;
    yield remark(`request ${id} to the mock endpoint ${mock.name}`);
    if (method === null || url === null) yield remark('the connection had no request');
    else if (isBodyIncomplete(entry)) yield remark('the body was not recorded completely');
    else yield `${curlCommand({ method, url, headers, body: textOrBytes(body) })}\n`;
    yield '\n';
  },
  end: () => [],
});
