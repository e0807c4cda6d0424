import { useQuery } from '@tanstack/react-query';
import { CircleDot, FolderOpen, History, MoreHorizontal } from 'lucide-react';
import { useLedger } from '#renderer/data/ledger.ts';
import { api } from '#renderer/data/query-client.ts';
import { useCommands } from '#renderer/keyboard/commands.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { Menu } from '#renderer/ui/menu.tsx';
import { useReadNow } from '#renderer/ui/time.tsx';
import { formatSpan } from '#shared/lib/duration.ts';
import { counted } from '#shared/lib/format.ts';
import { chooseAndOpen } from './open-file.ts';
import {
  openRecording,
  type RecordingSession,
  recordLastMinutes,
  startRecording,
  stopRecording,
  useRecording,
} from './recording.ts';

/** Records sessions, and adds files. */
export function RecordingActions() {
  const session = useRecording((recording) => recording.session);
  const isRecording = session !== null && session.to === null;
  useCommands([
    {
      id: 'scenario.record',
      title: isRecording ? 'Stop recording' : 'Record a scenario',
      section: 'Scenarios',
      shortcut: 'r',
      enabled: () => isRecording || session === null,
      run: () => (isRecording ? stopRecording() : void startRecording()),
    },
    {
      id: 'scenario.record-last',
      title: 'Save last 10 minutes as scenario',
      section: 'Scenarios',
      enabled: () => session === null,
      run: recordLastMinutes,
    },
  ]);
  return (
    <>
      <IconButton
        icon={CircleDot}
        label="Record"
        shortcut="r"
        disabledReason={
          session === null
            ? undefined
            : isRecording
              ? 'Recording'
              : 'Save or discard the last recording'
        }
        onClick={() => void startRecording()}
      />
      <Menu
        trigger={<IconButton icon={MoreHorizontal} label="More" />}
        groups={[
          [
            {
              id: 'last',
              label: 'Save last 10 minutes as scenario…',
              icon: History,
              disabled: session !== null,
              run: recordLastMinutes,
            },
            {
              id: 'open',
              label: 'Open a capsule, zip or YAML file…',
              icon: FolderOpen,
              run: () => void chooseAndOpen(),
            },
          ],
        ]}
      />
    </>
  );
}

/** Where the focus goes when the recording is closed. */
export const noticeMark = 'data-recording-notice';

export function RecordingNotice() {
  const session = useRecording((recording) => recording.session);
  if (session === null) return null;
  const isRecording = session.to === null;
  return (
    <div className="flex flex-none items-center gap-2 border-b border-line bg-bg-2 py-1.5 pr-2 pl-3 text-small">
      {isRecording ? (
        <Current session={session} />
      ) : (
        <span className="min-w-0 flex-1 truncate">Recorded, not saved</span>
      )}
      <Button
        {...{ [noticeMark]: '' }}
        shortcut={isRecording ? 'r' : undefined}
        onClick={isRecording ? stopRecording : openRecording}
      >
        {isRecording ? 'Stop' : 'Open'}
      </Button>
    </div>
  );
}

/** Duration in virtual time, and what has happened so far. */
function Current({ session }: { session: RecordingSession }) {
  const { from, accepted, entry } = session;
  const duration = useReadNow((now = 0) => formatSpan(now - (from ?? now)));
  const messages = useLedger((ledger) => Math.max(0, (ledger?.accepted ?? 0) - accepted));
  const { data } = useQuery(
    api.journal.list.queryOptions({
      input: { limit: 1 },
      refetchInterval: 1_000,
      refetchOnMount: 'always',
    }),
  );
  const operations = Math.max(0, (data?.items[0]?.id ?? 0) - entry);
  return (
    <>
      <span className="size-2 flex-none rounded-full bg-bad" data-keep-color aria-hidden="true" />
      <span className="min-w-0 flex-1 tabular-nums">
        <span className="block font-medium">Recording</span>
        <span className="block truncate text-fg-2">
          {[duration, counted(messages, 'message'), counted(operations, 'operation')].join(' · ')}
        </span>
      </span>
    </>
  );
}
