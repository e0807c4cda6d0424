import 'uplot/dist/uPlot.min.css';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import uPlot from 'uplot';
import { PlotLineSwatch, usePlotColors } from './plot-style.tsx';
import { PlotTip } from './plot-tip.tsx';
import {
  bucketAfterKey,
  bucketText,
  type LineSeries,
  type PlotSpan,
  plotFont,
  plotOptions,
  plotValues,
  valuesText,
} from './time-plot-options.ts';
import { useElementWidth } from './use-element-width.ts';

interface TimePlotProps {
  /** Accessible name. */
  readonly label: string;
  readonly lines: readonly LineSeries[];
  readonly span: PlotSpan;
  readonly height: number;
  /** Exact value with its unit. */
  readonly valueText: (value: number) => string;
  /** Axis value. */
  readonly axisText: (value: number) => string;
}

/** Lines over time. Pointer or arrow keys show exact values. */
export function TimePlot(props: TimePlotProps) {
  const { label, lines, span, height, valueText } = props;
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const [bucket, setBucket] = useState<number | null>(null);
  const width = useElementWidth(frame);
  const colors = usePlotColors(frame);
  const hintId = useId();
  const shape = lines.map(({ key }) => key).join(' ');
  const isMeasured = width > 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the other inputs are updated below
  useEffect(() => {
    const element = frame.current;
    if (element === null || colors === null || !isMeasured) return;
    const instance = new uPlot(
      plotOptions(latest.current.lines, {
        width,
        height,
        colors,
        span: () => latest.current.span,
        axisText: (value) => latest.current.axisText(value),
        onPoint: ({ cursor: { idx, top } }) => setBucket((top ?? -1) < 0 ? null : (idx ?? null)),
      }),
      plotValues(latest.current.lines, latest.current.span),
      element,
    );
    plot.current = instance;
    // A canvas is not redrawn when its font loads. If loading fails, a fallback font stays.
    void document.fonts.load(plotFont).then(
      () => plot.current === instance && instance.redraw(false, true),
      () => undefined,
    );
    return () => {
      instance.destroy();
      plot.current = null;
    };
  }, [shape, colors, isMeasured]);
  useEffect(() => plot.current?.setSize({ width, height }), [width, height]);
  useEffect(() => plot.current?.setData(plotValues(lines, span)), [lines, span]);

  const buckets = (span.to - span.from) / span.bucketMs;
  const active = bucket !== null && bucket < buckets ? bucket : null;
  const clear = (): void => {
    setBucket(null);
    plot.current?.setCursor({ left: -10, top: -10 }, false);
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') clear();
    const next = bucketAfterKey(event.key, active, buckets);
    if (next === null) return;
    event.preventDefault();
    setBucket(next);
    const center = span.from + (next + 0.5) * span.bucketMs;
    plot.current?.setCursor({ left: plot.current.valToPos(center, 'x'), top: 0 }, false);
  };
  const at = active === null ? null : span.from + active * span.bucketMs;
  return (
    <div
      ref={frame}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-describedby={hintId}
      aria-valuemin={1}
      aria-valuemax={Math.max(1, buckets)}
      aria-valuenow={active === null ? buckets : active + 1}
      aria-valuetext={
        active === null || at === null
          ? 'Arrow keys move between buckets'
          : `${bucketText(at, span)}: ${valuesText(lines, active, valueText)}`
      }
      onKeyDown={handleKey}
      onBlur={clear}
      className="relative rounded-chip"
      style={{ height }}
    >
      <span id={hintId} hidden>
        Left and right select a time.
      </span>
      {active !== null && at !== null && (
        <PlotTip
          title={bucketText(at, span)}
          rows={lines.map(({ tone, line, label, values }) => ({
            label,
            swatch: <PlotLineSwatch tone={tone} line={line} />,
            value: values[active] == null ? '–' : valueText(values[active]),
          }))}
          share={(active + 0.5) / buckets}
        />
      )}
    </div>
  );
}
