/** Writes one curl command for every request (see `shared/lib/curl.ts`). */
import { curlCommand, quoted } from '#shared/lib/curl.ts';
import { visibleText } from '#shared/lib/visible-text.ts';
import type { DeliveryInFull } from './delivery-in-full.ts';
import { textOrBytes } from './exact-bytes.ts';
import type { FormatWriter } from './format.ts';

/** Uses `:` as a comment: an interactive zsh would run `#` as a command. */
const remark = (text: string): string => `: ${quoted(visibleText(text))}\n`;

const lead = ({ summary: { id, state, type, label }, redaction }: DeliveryInFull): string => {
  const left = redaction.left.length === 0 ? '' : `; left out: ${redaction.left.join(', ')}`;
  return remark(`delivery ${id}, ${type} ${label}, ${state}${left}`);
};

export const createCurlWriter = (): FormatWriter => ({
  begin: () => [],
  *delivery(delivery) {
    yield lead(delivery);
    const { body, requests } = delivery;
    if (body === null || requests.length === 0) yield remark('nothing is sent');
    else
      for (const request of requests)
        yield `${curlCommand({ ...request, body: textOrBytes(body) })}\n`;
    yield '\n';
  },
  end: () => [],
});
