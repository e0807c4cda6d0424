/**
 * The interface: frames while the list follows new rows, a long list is scrolled, the activity moves, and the board of
 * connections is live.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { makeBacklog } from '../backlog.ts';
import { headers, source, trackBodies } from '../events.ts';
import { type Frames, framesDuring, heapMb, type Interface, openInterface } from '../page.ts';
import { type ProductReady, startIn, startProduct } from '../processes.ts';
import { connectProduct } from '../product-client.ts';
import { startReceiver } from '../receiver.ts';
import { median, type Row } from '../table.ts';

/** A frame of 33 ms is 30 frames per second. */
const limits = { frameMs: 1_000 / 30, busyPercent: 100, loadMs: 250, heapMb: 100 };

const rounds = 3;
const liveSeconds = 10;
const eventsPerBatch = 40;
const batchesPerSecond = 50;

/** 2,000 events a second; each changes a message and, several times, a delivery. */
async function sendSteadily(ready: ProductReady, seconds: number): Promise<number> {
  const body = trackBodies();
  const startedAt = performance.now();
  let sent = 0;
  for (let n = 0; n < seconds * batchesPerSecond; n += 1) {
    const batch = Array.from({ length: eventsPerBatch }, (_, index) =>
      JSON.parse(body(sent + index)),
    );
    sent += batch.length;
    const response = await fetch(`${ready.ingest}/v1/batch`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ batch }),
    });
    if (!response.ok) throw new Error(`The response to the batch was ${response.status}.`);
    const late = startedAt + ((n + 1) * 1_000) / batchesPerSecond - performance.now();
    if (late > 0) await pause(late);
  }
  return sent;
}

const rowsOfFrames = (name: string, runs: readonly Frames[]): readonly Row[] => [
  {
    name: `${name}: between two frames, p99`,
    unit: 'ms',
    ours: median(runs.map(({ p99Ms }) => p99Ms)),
    beside: limits.frameMs,
    is: 'limit',
  },
  {
    name: `${name}: longest between two frames`,
    unit: 'ms',
    ours: median(runs.map(({ longestMs }) => longestMs)),
    beside: limits.frameMs,
    is: 'limit',
  },
  {
    name: `${name}: the page's thread is busy`,
    unit: '%',
    ours: median(runs.map(({ busyPercent }) => busyPercent)),
    beside: limits.busyPercent,
    is: 'limit',
  },
];

/** The list follows the newest rows, and then stays at a selected row. */
export async function liveTail(): Promise<readonly Row[]> {
  const receiver = await startReceiver();
  const product = await startProduct({
    sources: [source],
    destinations: [{ name: 'Hooks', webhookUrl: receiver.url, sources: [source.name] }],
  });
  const client = connectProduct(product.ready);
  const live: Frames[] = [];
  const held: Frames[] = [];
  const opened = await openInterface(product.ready);
  let sent = await sendSteadily(product.ready, 1);
  const run = async (): Promise<void> => {
    sent += await sendSteadily(product.ready, liveSeconds);
  };
  for (let round = 0; round < rounds; round += 1) {
    live.push(await framesDuring(opened, run));
    await opened.page.keyboard.press('j');
    held.push(await framesDuring(opened, run));
    await opened.page.keyboard.press('l');
  }
  await client.until(({ delivered }) => delivered === sent);
  await opened.page.getByText(`${sent.toLocaleString('en')} total`).waitFor();
  const heap = await heapMb(opened.session);
  await opened.close();
  await client.close();
  await product.stop();
  await receiver.close();
  return [
    ...rowsOfFrames('2,000 events a second, live list', live),
    ...rowsOfFrames('2,000 events a second, a list that is held', held),
    {
      name: `heap of the page after ${sent.toLocaleString('en')} of them`,
      unit: 'MB',
      ours: heap,
      beside: limits.heapMb,
      is: 'limit',
    },
  ];
}

const list = '[role="listbox"][aria-label="Deliveries"]';

/** Down by 60 rows a second, frame by frame, as with a continuously turned wheel. */
async function scrollSteadily({ page }: Interface): Promise<void> {
  await page.evaluate(async (selector) => {
    const element = document.querySelector(selector);
    if (element === null) return;
    const endsAt = performance.now() + 8_000;
    await new Promise<void>((resolve) => {
      const step = (): void => {
        element.scrollTop += 100;
        if (performance.now() < endsAt) requestAnimationFrame(step);
        else resolve();
      };
      requestAnimationFrame(step);
    });
  }, list);
}

/** Drags the scrollbar through the whole list and back within a few seconds. */
async function dragThrough({ page }: Interface): Promise<void> {
  await page.evaluate(async (selector) => {
    const element = document.querySelector(selector);
    if (element === null) return;
    const height = element.scrollHeight - element.clientHeight;
    const [startedAt, lengthMs] = [performance.now(), 6_000];
    await new Promise<void>((resolve) => {
      const step = (): void => {
        const share = (performance.now() - startedAt) / lengthMs;
        element.scrollTop = height * (1 - Math.abs(1 - 2 * share));
        if (share < 1) requestAnimationFrame(step);
        else resolve();
      };
      requestAnimationFrame(step);
    });
  }, list);
}

/** Milliseconds until rows appear at the scroll position. */
async function loadTimes({ page }: Interface, jumps: number): Promise<readonly number[]> {
  return page.evaluate(
    async ([selector, count]) => {
      const element = document.querySelector(selector);
      const times: number[] = [];
      for (let n = 1; element !== null && n <= count; n += 1) {
        const startedAt = performance.now();
        element.scrollTop = element.scrollHeight * ((n * 0.618) % 1);
        await new Promise<void>((resolve) => {
          const look = (): void => {
            const isHere =
              element.querySelector('[role="option"]') !== null &&
              element.querySelector('[data-unloaded]') === null;
            if (isHere && performance.now() > startedAt + 1) resolve();
            else requestAnimationFrame(look);
          };
          requestAnimationFrame(() => requestAnimationFrame(look));
        });
        times.push(performance.now() - startedAt);
      }
      return times;
    },
    [list, jumps] as const,
  );
}

/** A list longer than any user scrolls. */
export async function longList(messages: number): Promise<readonly Row[]> {
  const setup = {
    sources: [source],
    destinations: [{ name: 'Hooks', webhookUrl: 'http://127.0.0.1:9/', sources: [source.name] }],
  };
  const dueAt = Date.now() + 3_600_000;
  const folder = await makeBacklog(setup, { messages, rounds: 1, dueAt });
  const product = await startIn(folder);
  const opened = await openInterface(product.ready);
  await opened.page.locator(`${list} [role="option"]`).first().waitFor();
  const scrolled: Frames[] = [];
  const dragged: Frames[] = [];
  for (let round = 0; round < rounds; round += 1) {
    scrolled.push(await framesDuring(opened, () => scrollSteadily(opened)));
    dragged.push(await framesDuring(opened, () => dragThrough(opened)));
  }
  const times = await loadTimes(opened, 30);
  const heap = await heapMb(opened.session);
  await opened.close();
  await product.stop();
  await folder.remove();
  const of = `${messages.toLocaleString('en')} deliveries`;
  return [
    ...rowsOfFrames(`${of}, scrolled by 3 rows a frame`, scrolled),
    ...rowsOfFrames(`${of}, the scrollbar dragged to the end and back`, dragged),
    {
      name: `${of}: until rows stand anywhere in the list, median`,
      unit: 'ms',
      ours: median(times),
      beside: limits.loadMs,
      is: 'limit',
    },
    {
      name: `${of}: heap of the page`,
      unit: 'MB',
      ours: heap,
      beside: limits.heapMb,
      is: 'limit',
    },
  ];
}

const movingSeconds = 6;

/** The activity of many attempts, drawn in each frame while the clock is fast. */
export async function movingActivity(): Promise<readonly Row[]> {
  const [messages, attempts] = [2_000, 10];
  const setup = {
    sources: [source],
    destinations: [{ name: 'Hooks', webhookUrl: 'http://127.0.0.1:9/', sources: [source.name] }],
  };
  const dueAt = Date.now() + 24 * 3_600_000;
  const folder = await makeBacklog(setup, { messages, rounds: attempts, attempts, dueAt });
  const product = await startIn(folder);
  const client = connectProduct(product.ready);
  await client.put('/clock', { mode: 'fast', speed: 60 });
  const opened = await openInterface(product.ready);
  await opened.page.getByRole('slider', { name: /^Attempts per/ }).waitFor();
  const moving: Frames[] = [];
  for (let round = 0; round < rounds; round += 1)
    moving.push(await framesDuring(opened, () => pause(1_000 * movingSeconds)));
  await opened.close();
  await client.close();
  await product.stop();
  await folder.remove();
  return rowsOfFrames(`activity of ${(messages * attempts).toLocaleString('en')} attempts`, moving);
}

/** Of each column. */
const boardNodes = 20;

/** The board with sixty nodes, while one of its lines carries 2,000 events a second. */
export async function liveBoard(): Promise<readonly Row[]> {
  const receiver = await startReceiver();
  const others = Array.from({ length: boardNodes - 1 }, (_, index) => `Other ${index + 1}`);
  const product = await startProduct({
    sources: [source, ...others.map((name) => ({ name, writeKey: name.replace(' ', '-') }))],
    destinations: [
      { name: 'Hooks', webhookUrl: receiver.url, sources: [source.name] },
      ...others.map((name) => ({
        name,
        webhookUrl: `http://127.0.0.1:9/${name.replace(' ', '-')}`,
        sources: [name],
      })),
    ],
  });
  const client = connectProduct(product.ready);
  const opened = await openInterface(product.ready);
  await opened.page.evaluate(() => {
    location.hash = '#/connections';
  });
  await opened.page.getByRole('button', { name: /^Hooks / }).waitFor();
  let sent = await sendSteadily(product.ready, 1);
  const live: Frames[] = [];
  for (let round = 0; round < rounds; round += 1)
    live.push(
      await framesDuring(opened, async () => {
        sent += await sendSteadily(product.ready, liveSeconds);
      }),
    );
  await client.until(({ delivered }) => delivered === sent);
  await opened.close();
  await client.close();
  await product.stop();
  await receiver.close();
  return rowsOfFrames(`2,000 events a second, a board of ${3 * boardNodes} nodes`, live);
}
