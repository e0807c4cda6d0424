import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { NewSourceField } from '#renderer/connections/new-source-field.tsx';
import { useActions } from '#renderer/kit/actions/actions.tsx';
import { perform } from '#renderer/kit/actions/perform.ts';
import { collections, useCollection, useItems } from '#renderer/kit/data/collections.ts';
import { core, useConnection } from '#renderer/kit/data/core.ts';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { api } from '#renderer/kit/data/query-client.ts';
import { LateSpinner } from '#renderer/kit/loading.tsx';
import { queryOn } from '#renderer/kit/routing/route.ts';
import { redirect, useRoute } from '#renderer/kit/routing/route-store.ts';
import type { CodeEditorHandle } from '#renderer/ui/code-editor.tsx';
import { ErrorState } from '#renderer/ui/content-states.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { SplitPane } from '#renderer/ui/split-pane.tsx';
import type { Source } from '#shared/connections/source.ts';
import { EditorPane } from './editor/editor-pane.tsx';
import { PreviewPane } from './preview-pane.tsx';
import { RunResult } from './run-result.tsx';
import { SampleList } from './sample-list.tsx';
import {
  DestinationPicker,
  destinationProblem,
  SendBar,
  shownSamples,
  useSendTo,
} from './send-bar.tsx';
import {
  type CheckedSend,
  checkSend,
  eventOfMessage,
  eventOfSample,
  type SendEvent,
  unchecked,
} from './send-request.ts';
import { startRun, useSendRun } from './send-run.ts';
import { addCopy, useSend } from './send-store.ts';

/** The last chosen source, or the first. */
function useSendAs(): { sources: readonly Source[]; source: Source | undefined; ready: boolean } {
  const { items, status } = useCollection(collections.sources);
  const chosenId = useSend((state) => state.sourceId);
  const source = items.find(({ id }) => id === chosenId) ?? items[0];
  return { sources: items, source, ready: status !== 'loading' };
}

/** Why the message can't be sent as the source; undefined if it can. */
const sourceProblem = (source: Source | undefined): string | undefined =>
  source === undefined ? 'Create a source' : undefined;

function contentProblem(checked: CheckedSend): string | undefined {
  if (checked.request !== null) return undefined;
  const { message, payload, count, perSecond } = checked.problems;
  if (message !== undefined) return 'Fix the message';
  return payload ?? count ?? perSecond;
}

export function SendPage() {
  useSendAddress();
  const { events, chosen, problem, reload } = useSendEvents();
  const { sources, source, ready } = useSendAs();
  const { destinations, destination } = useSendTo(chosen);
  const { texts, eventNames, count, perSecond } = useSend();
  const running = useSendRun((state) => state.status === 'running');
  const connected = useConnection(({ state }) => state === 'open');
  const editor = useRef<CodeEditorHandle>(null);

  const text = chosen && (texts[chosen.name] ?? chosen.text);
  const isPayload = chosen?.kind === 'payload';
  const named = useMemo(
    () =>
      chosen?.kind === 'payload'
        ? { ...chosen, event: eventNames[chosen.name] ?? chosen.event }
        : chosen,
    [chosen, eventNames],
  );
  const checked =
    named === undefined || text === undefined
      ? unchecked
      : checkSend({
          event: named,
          source: source?.id ?? '',
          destination: destination?.id ?? '',
          text,
          count,
          perSecond,
        });
  const addressProblem = isPayload ? destinationProblem(destination) : sourceProblem(source);
  const cannotSend = connected ? (addressProblem ?? contentProblem(checked)) : 'Not connected';
  const [send] = useActions('Send', [
    {
      id: 'send.now',
      title: 'Send message',
      label: 'Send',
      shortcut: 'Mod+Enter',
      icon: Send,
      busy: running,
      problem: cannotSend,
      run: () => {
        if (checked.request !== null) void startRun(checked.request);
      },
    },
  ]);

  if (problem !== null && events.length === 0)
    return <ErrorState onRetry={reload}>{problem}</ErrorState>;
  if (chosen === undefined || named === undefined || text === undefined || !ready)
    return <LateSpinner label="Loading samples" />;
  return (
    <SplitPane
      id="send"
      separatorLabel="Resize the editor"
      startSize={680}
      startMin={560}
      endMin={320}
      start={
        <div className="grid h-full min-h-0 grid-cols-[184px_minmax(0,1fr)] grid-rows-[minmax(0,1fr)]">
          <section
            aria-label="Samples"
            className="flex min-h-0 flex-col border-r border-line bg-bg-1"
          >
            <h1 className="flex h-11 flex-none items-center border-b border-line pl-3 font-semibold">
              Send
            </h1>
            <div className="min-h-0 flex-1 overflow-y-auto">
              <SampleList
                events={events}
                chosen={chosen.name}
                onOpen={() => editor.current?.focus()}
              />
            </div>
          </section>
          <div className="flex min-h-0 min-w-0 flex-col overflow-y-auto">
            <div className="flex min-h-11 flex-none flex-col justify-center border-b border-line bg-bg-1 px-4 py-1.5">
              {isPayload ? (
                <DestinationPicker destinations={destinations} chosen={destination} />
              ) : (
                <SourcePicker sources={sources} chosen={source} />
              )}
            </div>
            <EditorPane ref={editor} event={chosen} text={text} />
            <SendBar checked={checked} send={send} />
            <RunResult />
          </div>
        </div>
      }
      end={<PreviewPane event={named} source={source} destination={destination} text={text} />}
    />
  );
}

interface SourcePickerProps {
  readonly sources: readonly Source[];
  readonly chosen: Source | undefined;
}

/** Selects the source of the messages; offers to create one if there is none. */
export function SourcePicker({ sources, chosen }: SourcePickerProps) {
  const choose = (sourceId: string): void => {
    useSend.setState({ sourceId });
  };
  if (sources.length === 0)
    return <NewSourceField label="Send as" onCreated={({ id }) => choose(id)} />;
  return (
    <div className="flex items-center gap-2">
      <span className="flex-none font-medium" aria-hidden="true">
        Send as
      </span>
      <Select
        aria-label="Send as"
        className="w-full max-w-72"
        value={chosen?.id ?? null}
        onChange={choose}
        options={sources.map(({ id, name, enabled }) => ({
          value: id,
          label: name,
          hint: enabled ? undefined : 'Disabled: rejects events',
        }))}
      />
    </div>
  );
}

export interface SendEvents {
  readonly events: readonly SendEvent[];
  readonly chosen: SendEvent | undefined;
  readonly problem: string | null;
  readonly reload: () => void;
}

const noItems: readonly never[] = [];

export function useSendEvents(): SendEvents {
  // Built in, so they never change.
  const { data: samples = noItems, error, refetch } = useQuery(api.samples.list.queryOptions());
  const problem = error === null ? null : errorSentence(error);
  const copies = useSend((state) => state.copies);
  const chosenName = useSend((state) => state.chosen);
  const destinations = useItems(collections.destinations);
  return useMemo(() => {
    const events = [...copies, ...shownSamples(samples, destinations).map(eventOfSample)];
    const chosenEvent = events.find(({ name }) => name === chosenName) ?? events[0];
    return {
      events: samples.length === 0 ? [] : events,
      chosen: chosenEvent,
      problem,
      reload: () => void refetch(),
    };
  }, [copies, samples, destinations, chosenName, problem, refetch]);
}

const copyMessage = (rowId: number): Promise<boolean> =>
  perform("Can't copy", async () => {
    const message = await core.messages.get({ id: rowId });
    addCopy(eventOfMessage(message));
    useSend.setState({ sourceId: message.sourceId });
  });

/** Applies `?source=src_…` and `?message=12` (a copy of that message) once, then removes them. */
export function useSendAddress(): void {
  const route = useRoute((state) => state.route);
  const { source, message } = queryOn(route, 'send');
  useEffect(() => {
    if (source === undefined && message === undefined) return;
    if (source !== undefined) useSend.setState({ sourceId: source });
    if (message !== undefined) void copyMessage(message);
    redirect(route, { page: 'send' });
  }, [source, message, route]);
}
