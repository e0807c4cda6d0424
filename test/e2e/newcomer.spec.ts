/** How many actions a newcomer needs, in an empty data folder and against real servers. */
import type { Locator, Page } from '@playwright/test';
import { connect, secret as ownSecret, track } from './support/seed.ts';
import { signatureOf, strict } from './support/signature-check.ts';
import type { Host } from './support/start-host.ts';
import type { ReceivedRequest, ScriptedResponse, TargetServer } from './support/target-server.ts';
import { copied, enter, expect, test } from './support/workbench.ts';

test.use({ hostOptions: { firstContent: true }, groupBy: null });

/** What a newcomer does with the page, counted. */
interface Newcomer {
  click(control: Locator): Promise<void>;
  /** Types or pastes into a field, and submits with Enter. */
  submit(field: Locator, text: string): Promise<void>;
  press(key: string): Promise<void>;
  drag(handle: Locator, byPixels: number): Promise<void>;
  /** Actions since the last call. */
  actions(): number;
}

async function centerOf(control: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await control.boundingBox();
  if (box === null) throw new Error(`${control} is not visible.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

function newcomerOn(page: Page): Newcomer {
  let count = 0;
  return {
    click: async (control) => {
      count += 1;
      await control.click();
    },
    submit: async (field, text) => {
      // Without the focus, the field would have to be clicked first.
      const isFocused = await field.evaluate((element) => element === document.activeElement);
      count += isFocused ? 1 : 2;
      await field.focus();
      await field.selectText();
      await page.keyboard.insertText(text);
      await page.keyboard.press('Enter');
    },
    press: async (key) => {
      count += 1;
      await page.keyboard.press(key);
    },
    drag: async (handle, byPixels) => {
      count += 1;
      const { x, y } = await centerOf(handle);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + byPixels, y, { steps: 4 });
      await page.mouse.up();
    },
    actions: () => {
      const sum = count;
      count = 0;
      return sum;
    },
  };
}

const urlField = (page: Page) => page.getByRole('textbox', { name: 'URL', exact: true });
const secretField = (page: Page) => page.getByRole('textbox', { name: 'Shared secret' });
const result = (page: Page) => page.getByRole('region', { name: 'Result' });
const sendAgain = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Send again' });
const copyButton = (page: Page) => page.getByRole('button', { name: /^Copy (?:line|fix) for / });

/** Where the page is: the place part of its URL. */
const placeOf = (page: Page): string => new URL(page.url()).hash.split(/[?/]/)[1] ?? '';

/** Refuses a signature other than that of what it hashes, in the framework Flask. */
const checking =
  (
    secret: string,
    hashed: (body: string) => string,
    text: (digest: string) => string,
  ): ScriptedResponse =>
  ({ headers, body }: ReceivedRequest, response) => {
    const digest = signatureOf(secret, hashed(body));
    if (headers['x-signature'] === digest) response.writeHead(200).end();
    else response.writeHead(401, { server: 'Werkzeug/3.1 Python/3.13' }).end(text(digest));
  };

const asReceived = (body: string): string => body;
/** As Python's json.dumps writes it. */
const reserialized = (body: string): string =>
  body.replace(/("(?:[^"\\]|\\.)*")|([:,])/g, (_, text?: string, sign?: string) =>
    text === undefined ? `${sign} ` : text,
  );
const silent = (): string => 'invalid signature';
const printed = (digest: string): string => digest;

async function start(page: Page, host: Host): Promise<Newcomer> {
  await enter(page, host, '');
  await expect(urlField(page)).toBeFocused();
  return newcomerOn(page);
}

/** Until the first delivery is refused. */
async function refused(page: Page, host: Host, { url }: TargetServer): Promise<Newcomer> {
  const newcomer = await start(page, host);
  await newcomer.submit(urlField(page), `${url}/hook`);
  await expect(result(page)).toContainText(/Reached your server.*401/);
  newcomer.actions();
  return newcomer;
}

test('a pasted URL has a verdict after one action', async ({ page, host, target }) => {
  const newcomer = await start(page, host);
  target.respond(strict(await secretField(page).inputValue()));
  await newcomer.submit(urlField(page), `${target.url}/hook`);
  await expect(result(page)).toContainText(/Reached (your server|the mock endpoint).*200/);
  await expect(result(page)).toContainText('Rejects forged requests');
  expect(newcomer.actions()).toBeLessThanOrEqual(2);
});

test('a server with another secret is named, and fixed in place', async ({
  page,
  host,
  target,
}) => {
  target.respond(checking('the secret of the server', asReceived, silent));
  const newcomer = await refused(page, host, target);
  await newcomer.click(copyButton(page));
  await expect.poll(() => copied(page)).toContain('computed');
  target.respond(checking('the secret of the server', asReceived, printed));
  await newcomer.click(sendAgain(page));
  await expect(
    result(page).getByRole('heading', { name: 'Your server probably uses another secret' }),
  ).toBeVisible();
  expect(newcomer.actions()).toBeLessThanOrEqual(4);
  await newcomer.submit(secretField(page), 'the secret of the server');
  await expect(result(page)).toContainText(/Reached (your server|the mock endpoint).*200/);
  expect(placeOf(page)).toBe('deliveries');
});

test('a server that hashes re-serialized JSON is named, with its fix', async ({
  page,
  host,
  target,
}) => {
  await enter(page, host, '');
  const secret = await secretField(page).inputValue();
  target.respond(checking(secret, reserialized, silent));
  const newcomer = await refused(page, host, target);
  await newcomer.click(copyButton(page));
  target.respond(checking(secret, reserialized, printed));
  await newcomer.click(sendAgain(page));
  await expect(result(page).getByRole('heading', { name: /re-serialized JSON/ })).toBeVisible();
  await newcomer.click(copyButton(page));
  await expect.poll(() => copied(page)).toContain('request.get_data()');
  expect(newcomer.actions()).toBeLessThanOrEqual(4);
  expect(placeOf(page)).toBe('deliveries');
  target.respond(checking(secret, asReceived, printed));
  await newcomer.click(sendAgain(page));
  await expect(result(page)).toContainText('Rejects forged requests');
});

test('an outage of two hours is painted, run and saved as a scenario', async ({ page, host }) => {
  const newcomer = await start(page, host);
  const end = page.getByRole('slider', { name: /^End of the outage/ });
  const beginning = page.getByRole('slider', { name: /^Start of the outage/ });
  const outcome = page.getByRole('list', { name: 'Result' });
  await newcomer.click(page.getByRole('link', { name: 'Rehearse an outage' }));
  await newcomer.submit(page.getByLabel('for', { exact: true }), '1 h');
  await expect(end).toHaveAttribute('aria-valuetext', '1 h 30 min');
  const widthOfHour = (await centerOf(end)).x - (await centerOf(beginning)).x;
  await newcomer.drag(end, widthOfHour);
  await expect(end).toHaveAttribute('aria-valuetext', '2 h 30 min');
  await newcomer.press('ControlOrMeta+Enter');
  await expect(outcome).toContainText('0 lost');
  await newcomer.press('ControlOrMeta+s');
  const saved = page.getByRole('list', { name: 'Your scenarios' }).getByRole('link');
  await expect(saved.first()).toHaveAttribute('aria-current', 'page');
  const { text } = (await host.api('GET', '/scenarios/outage.yaml')) as { text: string };
  expect(text).toContain('for: 2h, after: 30m, count: 900');
  expect(newcomer.actions()).toBeLessThanOrEqual(8);
});

test('a failing delivery leads to its cause and the copied fix in one place', async ({
  page,
  host,
  target,
}) => {
  target.respond(checking(ownSecret, reserialized, printed));
  const { source } = await connect(host, target.url);
  await track(host, source, 'Order Completed');
  await track(host, source, 'Order Refunded');
  await target.received(2);
  await enter(page, host);
  const newcomer = newcomerOn(page);
  await newcomer.click(page.getByRole('treeitem', { name: /track Order Refunded/ }));
  await expect(page.getByRole('heading', { name: /re-serialized JSON/ })).toBeVisible();
  await newcomer.press('f');
  await expect.poll(() => copied(page)).toContain('request.get_data()');
  expect(newcomer.actions()).toBe(2);
  expect(placeOf(page)).toBe('deliveries');
});
