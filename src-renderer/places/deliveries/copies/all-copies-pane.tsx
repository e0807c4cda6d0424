import { FileSearch, Redo2 } from 'lucide-react';
import { useCopyDetail } from '#renderer/kit/data/details.ts';
import { copyLists, useHasRows } from '#renderer/kit/data/live-lists.ts';
import { detailMark } from '#renderer/kit/keyboard/focus.ts';
import { DetailPane } from '#renderer/kit/lists/detail-pane.tsx';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { useRoute } from '#renderer/kit/routing/route-store.ts';
import { bytesOf } from '#renderer/requests/body-bytes.ts';
import { BodyCard } from '#renderer/requests/body-card.tsx';
import { signingLabels } from '#renderer/requests/copy/signings.ts';
import { Columns, HeadersCard } from '#renderer/requests/detail-cards.tsx';
import type { CopyDetail } from '#shared/deliveries/copy.ts';
import { formatDateTime } from '#shared/kit/format.ts';
import { CopyCurl } from '../detail/curl.tsx';
import { openRow } from '../use-deliveries-view.ts';
import { copyRoute } from './copy-route.ts';
import { CopyBadge, CopyOutcome, ResponseHead } from './response-head.tsx';

/** One copy in detail, next to the list of all. */
export function AllCopiesPane({ id }: { id: number | null }) {
  const detail = useCopyDetail(id);
  const hasRows = useHasRows(copyLists);
  return (
    <DetailPane
      label="Copy"
      detail={detail}
      icon={FileSearch}
      hasRows={hasRows}
      nothingOpen="No copy selected"
      onClose={() => openRow(null)}
    >
      {(copy) => <AllCopiesDetail key={copy.id} copy={copy} />}
    </DetailPane>
  );
}

/** A copy and its response. */
function AllCopiesDetail({ copy }: { copy: CopyDetail }) {
  const { body, request } = copy;
  return (
    <article
      {...detailMark}
      aria-label={`Copy ${copy.id}`}
      className="@container h-full overflow-y-auto"
    >
      <header className="border-b border-line bg-bg-1 px-4 pt-3.5 pb-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1 className="flex min-w-0 flex-1 basis-56 items-center gap-2 text-title font-[620] tracking-[-0.012em]">
            <Redo2 size={16} strokeWidth={1.5} aria-hidden="true" className="text-accent" />
            <span className="truncate">Copy {copy.id}</span>
            <CopyBadge />
          </h1>
          <CopyCurl look="text" source={{ request, body: () => body.text ?? bytesOf(body) }} />
        </div>
        <Origin copy={copy} />
      </header>
      <div className="grid gap-3 p-4">
        <CopyOutcome copy={copy} />
        <Columns
          start={
            <>
              <BodyCard
                title="Body sent"
                body={body}
                headers={request.headers}
                empty="Empty body"
              />
              <ResponseBody copy={copy} />
            </>
          }
          end={
            <>
              <HeadersCard
                title="Headers sent"
                first={{ key: request.method, value: request.url }}
                headers={request.headers}
              />
              <ResponseHead copy={copy} />
            </>
          }
        />
      </div>
    </article>
  );
}

function Origin({ copy }: { copy: CopyDetail }) {
  const { deliveryId, received, id, sentAt, signing, signatureFit } = copy;
  const route = useRoute((state) => state.route);
  return (
    <p className="mt-1 flex flex-wrap gap-x-2 text-small text-fg-2">
      {received !== null ? (
        <span>
          from{' '}
          <RouteLink
            to={{
              page: 'connections',
              path: ['mocks', received.mockId, 'requests', String(received.requestId)],
            }}
          >
            request {received.requestId}
          </RouteLink>{' '}
          to {received.mock}
        </span>
      ) : (
        deliveryId !== null && (
          <span>
            from{' '}
            <RouteLink to={copyRoute({ ...route, query: {} }, deliveryId, id)}>
              delivery {deliveryId}
            </RouteLink>
          </span>
        )
      )}
      <span>sent {formatDateTime(sentAt)}</span>
      <span>{signatureFit === 'unsigned' ? 'not signed' : signingLabels[signing]}</span>
    </p>
  );
}

function ResponseBody({ copy: { attempt } }: { copy: CopyDetail }) {
  if (!attempt?.response) return null;
  const { body, headers } = attempt.response;
  return <BodyCard title="Response body" body={body} headers={headers} empty="Empty response" />;
}
