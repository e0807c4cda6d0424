/** The interface in a real Chromium, and its frame times. */
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { quietFlags } from '../../scripts/chromium-flags.mjs';
import { findChromium } from '../../scripts/find-chromium.mjs';
import type { ProductReady } from './processes.ts';
import { percentile } from './table.ts';

export interface Interface {
  readonly page: Page;
  readonly session: CDPSession;
  close(): Promise<void>;
}

/** Deliveries with its list visible. */
export async function openInterface(ready: ProductReady): Promise<Interface> {
  const executablePath = findChromium();
  const browser: Browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: quietFlags(),
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(ready.interface);
  const session = await page.context().newCDPSession(page);
  // CPU time of the page's thread, independent of other load on the machine.
  await session.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' });
  await session.send('Performance.enable');
  return { page, session, close: () => browser.close() };
}

export interface Frames {
  /** Frame times in milliseconds: 99th percentile and maximum. */
  readonly p99Ms: number;
  readonly longestMs: number;
  readonly perSecond: number;
  /** CPU time of the page's thread, in percent of the elapsed time. */
  readonly busyPercent: number;
  /** Long tasks over 50 ms, as counted by the browser. */
  readonly longTasks: number;
}

async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

/** Used heap after garbage collection, in megabytes. */
export async function heapMb(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0) / 2 ** 20;
}

/** Records the frames during `run`. */
export async function framesDuring(
  { page, session }: Interface,
  run: () => Promise<unknown>,
): Promise<Frames> {
  const recording = await page.evaluateHandle(() => {
    const record = { times: [] as number[], longTasks: 0, stopped: false };
    const note = (time: number): void => {
      record.times.push(time);
      if (!record.stopped) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
    new PerformanceObserver((list) => {
      record.longTasks += list.getEntries().length;
    }).observe({ type: 'longtask' });
    return record;
  });
  const [busyBefore, startedAt] = [await taskSeconds(session), performance.now()];
  await run();
  const seconds = (performance.now() - startedAt) / 1_000;
  const busyPercent = (100 * ((await taskSeconds(session)) - busyBefore)) / seconds;
  const { times, longTasks } = await recording.evaluate((record) => {
    record.stopped = true;
    return { times: record.times, longTasks: record.longTasks };
  });
  const between = times.slice(1).map((time, index) => time - (times[index] ?? time));
  return {
    p99Ms: percentile(between, 0.99),
    longestMs: Math.max(...between),
    perSecond: between.length / seconds,
    busyPercent,
    longTasks,
  };
}
