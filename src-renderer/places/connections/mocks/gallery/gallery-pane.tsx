import { useQuery } from '@tanstack/react-query';
import { PencilRuler, Search } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { api } from '#renderer/kit/data/query-client.ts';
import { LateSpinner } from '#renderer/kit/loading.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState, ErrorState } from '#renderer/ui/content-states.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { mockFaults } from '#shared/mocks/faults.ts';
import type { MockPreset } from '#shared/mocks/mock.ts';
import { EditorFrame } from '../../editor/editor-frame.tsx';
import { createFromPreset, openNewMock } from '../mock-actions.ts';

// Gallery presets grouped by kind of failure.

const groupNames = [
  'Responses',
  'Your server',
  'Slow',
  'Connections',
  'Malformed HTTP',
  'TLS',
] as const;
type GroupName = (typeof groupNames)[number];

interface GalleryGroup {
  readonly name: GroupName;
  readonly presets: readonly MockPreset[];
}

function groupOf({ settings: { tls, steps, outage, forward } }: MockPreset): GroupName {
  if (forward !== null) return 'Your server';
  if (tls !== 'none') return 'TLS';
  const groups = [...steps.map(({ fault }) => fault), outage?.fault ?? 'none'].map(
    (fault) => mockFaults[fault].group,
  );
  if (groups.includes('Connections')) return 'Connections';
  if (groups.includes('Slow') || steps.some(({ delayMs }) => delayMs > 0)) return 'Slow';
  return groups.includes('Malformed HTTP') ? 'Malformed HTTP' : 'Responses';
}

/** Presets that contain every word of the query, without empty groups. */
export function galleryGroups(
  presets: readonly MockPreset[],
  query: string,
): readonly GalleryGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = presets.filter((preset) => {
    const text = `${preset.title} ${preset.summary} ${groupOf(preset)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return groupNames
    .map((name) => ({ name, presets: matching.filter((preset) => groupOf(preset) === name) }))
    .filter((group) => group.presets.length > 0);
}

/** Presets: one click creates a mock endpoint. */
export function GalleryPane() {
  const { data, error, refetch } = useQuery(api.mocks.gallery.queryOptions());
  const [query, setQuery] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const groups = galleryGroups(data ?? [], query);
  const [only] = groups.flatMap((group) => group.presets);

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const isTyping = event.target instanceof HTMLInputElement;
    if (isTyping && event.key === 'Enter' && only !== undefined && query !== '') {
      event.preventDefault();
      void createFromPreset(only);
      return;
    }
    // In the search field, left and right move the caret.
    if (step === undefined || (isTyping && event.key !== 'ArrowDown')) return;
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-preset]') ?? [])];
    const position = buttons.indexOf(document.activeElement as HTMLElement);
    event.preventDefault();
    buttons[Math.max(0, position + step)]?.focus();
  };

  return (
    <EditorFrame title="New mock endpoint" isFixed>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it have the focus. */}
      <div className="flex min-h-0 flex-1 flex-col" onKeyDown={onKeyDown}>
        <div className="flex flex-none gap-1.5 border-b border-line px-4.5 py-2.5">
          <TextField
            icon={Search}
            value={query}
            placeholder="Search presets"
            aria-label="Search presets"
            autoFocus
            autoComplete="off"
            className="min-w-0 flex-1"
            onChange={(event) => setQuery(event.target.value)}
          />
          <Button icon={PencilRuler} onClick={() => openNewMock()}>
            Custom
          </Button>
        </div>
        <div ref={list} className="@container min-h-0 flex-1 overflow-y-auto px-4.5 py-3">
          {data === undefined ? (
            error === null ? (
              <LateSpinner label="Loading presets" />
            ) : (
              <ErrorState onRetry={() => void refetch()}>{errorSentence(error)}</ErrorState>
            )
          ) : groups.length === 0 ? (
            <EmptyState
              icon={Search}
              title="No matching presets"
              actions={<Button onClick={() => openNewMock()}>Custom mock endpoint</Button>}
            >
              Build one from statuses, delays, faults and certificates.
            </EmptyState>
          ) : (
            groups.map((group) => (
              <section key={group.name} aria-label={group.name} className="mb-4">
                <h3 className="mb-1.5 font-semibold">{group.name}</h3>
                <ul className="grid gap-2 @md:grid-cols-2">
                  {group.presets.map((preset) => (
                    <li key={preset.title}>
                      <PresetButton preset={preset} />
                    </li>
                  ))}
                </ul>
              </section>
            ))
          )}
        </div>
      </div>
    </EditorFrame>
  );
}

function PresetButton({ preset }: { preset: MockPreset }) {
  return (
    <button
      type="button"
      data-preset
      onClick={() => void createFromPreset(preset)}
      className="flex h-full w-full flex-col rounded-card border border-line bg-bg-1 px-3 py-2 text-left shadow-rest transition-colors hover:border-line-2 hover:bg-bg-3"
    >
      <span className="font-medium">{preset.title}</span>
      <span className="text-small text-fg-2">{preset.summary}</span>
    </button>
  );
}
