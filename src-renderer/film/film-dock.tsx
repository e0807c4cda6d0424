import { useMemo } from 'react';
import { useClock } from '#renderer/kit/data/clock.ts';
import { ActivityView } from './activity-view.tsx';
import { filmOf, type TimeSpan } from './film.ts';
import { useStatistics } from './use-statistics.ts';

const plotHeight = 108;
const view = { range: '1h', filter: '' } as const;

interface FilmDockProps {
  /** Opens the deliveries of a time. */
  readonly onSelect: (span: TimeSpan) => void;
}

/** While virtual time moves, the activity of the last hour stays in view. */
export function FilmDock(props: FilmDockProps) {
  const mode = useClock(({ reading }) => reading?.state.mode ?? 'real');
  return mode === 'real' || mode === 'paused' ? null : <Dock {...props} />;
}

function Dock({ onSelect }: FilmDockProps) {
  const { statistics } = useStatistics(view);
  const film = useMemo(() => statistics && filmOf(statistics, true), [statistics]);
  return (
    // Low windows need their height for the page.
    <section
      aria-label="Activity"
      className="h-35 overflow-hidden border-b border-line bg-bg-1 px-4 py-1 short:hidden"
    >
      {film !== null && (
        <ActivityView
          film={film}
          height={plotHeight}
          selected={null}
          onSelect={(span) => span !== null && onSelect(span)}
        />
      )}
    </section>
  );
}
