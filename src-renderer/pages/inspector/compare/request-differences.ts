/** In which respects a request made by hand differs from the delivery's own, line by line. Pure. */
import { textBytes } from '#renderer/components/body-bytes.ts';
import type { Bytes, SentRequest } from '#shared/schemas/delivery.ts';
import { compareBodies } from './body-differences.ts';
import { compareHeaders } from './header-differences.ts';
import type { Difference } from './json-differences.ts';

interface Request {
  readonly request: SentRequest;
  readonly bodyText: string | null;
}

function changed(path: string, before: string, after: string): readonly Difference[] {
  return before === after ? [] : [{ kind: 'changed', path, before, after }];
}

function headerDifferences(before: SentRequest, after: SentRequest): readonly Difference[] {
  return compareHeaders(before.headers, after.headers).differences.flatMap(
    ({ kind, name, before: from, after: to }) =>
      // The length follows from the body.
      kind === 'respelled' || name.toLowerCase() === 'content-length'
        ? []
        : [
            {
              kind,
              path: `header ${name}`,
              before: from.length === 0 ? undefined : from.join(', '),
              after: to.length === 0 ? undefined : to.join(', '),
            },
          ],
  );
}

function bodyDifferences(before: Bytes, after: Bytes): readonly Difference[] {
  const { bytes, meaning } = compareBodies(before, after);
  if (bytes.firstOffset === null) return [];
  if (meaning.kind === 'other')
    return meaning.differences.map((one) => ({ ...one, path: `body ${one.path}` }));
  return meaning.kind === 'same'
    ? changed('body', 'the same JSON', 'in other bytes')
    : changed('body', before.text ?? '', after.text ?? '');
}

export function requestDifferences(
  original: Request,
  { request, body }: { readonly request: SentRequest; readonly body: Bytes },
): readonly Difference[] {
  return [
    ...changed('URL', original.request.url, request.url),
    ...headerDifferences(original.request, request),
    ...bodyDifferences(textBytes(original.bodyText ?? ''), body),
  ];
}
