/** The page of a window, and its communication. */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Page, Request, Route } from '@playwright/test';
import type Electron from 'electron';
import { heldDelays, holdTimers } from '../../e2e/support/held-timers.ts';
import { fromBrowser, toBrowser } from './address.ts';
import { preventable } from './app.ts';
import { openPage } from './browser.ts';
import { destroy } from './destroyed.ts';
import { ipcMain } from './ipc-main.ts';
import type { MessagePortMain } from './message-channel.ts';
import { bindings, pageScript } from './page-script.ts';
import { responseOf } from './protocol.ts';
import { recorded } from './recorded.ts';

type FromPage =
  | { kind: 'ipc'; channel: string; args: unknown[] }
  | { kind: 'port'; port: number; data: unknown }
  | { kind: 'close'; port: number }
  | { kind: 'open'; url: string };

type OpenHandler = (details: { url: string }) => { action: 'allow' | 'deny' };

export class WebContents extends EventEmitter {
  #page: Page | null = null;
  #openHandler: OpenHandler = () => ({ action: 'allow' });
  readonly #ports = new Map<number, MessagePortMain>();
  #nextPort = 1;
  /** Messages to the page keep their order. */
  #sending: Promise<unknown> = Promise.resolve();
  /** Where our main process sent the page last; it may go anywhere. */
  #ownUrl: string | null = null;
  #isDestroyed = false;
  zoomLevel = 0;
  readonly navigationHistory = {
    canGoBack: () => true,
    canGoForward: () => true,
    goBack: () => void this.#page?.evaluate(() => history.back()),
    goForward: () => void this.#page?.evaluate(() => history.forward()),
  };

  async load(url: string, preload: string | undefined): Promise<void> {
    const page = this.#page ?? (await this.#open(preload));
    this.#ownUrl = toBrowser(url);
    // A navigation while the page still loads would be an error otherwise.
    await page.goto(this.#ownUrl, { waitUntil: 'commit' });
  }

  async #open(preload: string | undefined): Promise<Page> {
    const page = await openPage();
    this.#page = page;
    page.once('close', () => {
      if (!this.#isDestroyed) this.emit('destroyed');
    });
    await page.exposeBinding(bindings.toMain, (_source, message: FromPage) => this.#hear(message));
    await page.addInitScript(holdTimers, heldDelays);
    const script = preload === undefined ? '' : readFileSync(preload, 'utf8');
    await page.addInitScript({ content: pageScript(script) });
    await page.route('**/*', (route) => this.#serve(route));
    return page;
  }

  /** Compares addresses: our main process may learn of the end of its navigation late. */
  #isOwn(request: Request): boolean {
    return this.#ownUrl !== null && request.url() === this.#ownUrl.replace(/#.*/, '');
  }

  async #serve(route: Route): Promise<void> {
    const request = route.request();
    const url = fromBrowser(request.url());
    const isNavigation = request.isNavigationRequest() && request.frame().parentFrame() === null;
    if (isNavigation && !this.#isOwn(request)) {
      const event = { ...preventable(), url, prevented: false };
      event.preventDefault = () => {
        event.prevented = true;
      };
      this.emit('will-navigate', event);
      if (event.prevented) {
        recorded.refusedNavigations.push(url);
        return route.abort('aborted');
      }
    }
    // The page of these ports is gone.
    if (isNavigation) this.#closePorts();
    const response = await responseOf(url, request.resourceType() === 'fetch');
    // Requests not served by our main process would use the network, which tests must not.
    if (response === null) return route.abort('blockedbyclient');
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    });
  }

  #hear(message: FromPage): void {
    switch (message.kind) {
      case 'ipc': {
        const senderFrame = { url: fromBrowser(this.#page?.url() ?? ''), parent: null };
        ipcMain.emit(message.channel, { sender: this, senderFrame }, ...message.args);
        break;
      }
      case 'port':
        this.#ports.get(message.port)?.postMessage(message.data);
        break;
      case 'close':
        this.#ports.get(message.port)?.close();
        this.#ports.delete(message.port);
        break;
      case 'open':
        this.#openHandler({ url: fromBrowser(message.url) });
    }
  }

  #closePorts(): void {
    for (const port of this.#ports.values()) port.close();
    this.#ports.clear();
  }

  #say(message: unknown): void {
    const page = this.#page;
    const deliver = ([name, given]: [string, unknown]) =>
      (window as unknown as Record<string, (message: unknown) => void>)[name]?.(given);
    this.#sending = this.#sending
      .then(() => page?.evaluate(deliver, [bindings.fromMain, message] as [string, unknown]))
      // The page is gone; Electron drops it too.
      .catch(() => undefined);
  }

  send(channel: string, ...args: unknown[]): void {
    this.#say({ kind: 'ipc', channel, args, port: null });
  }

  postMessage(channel: string, message: unknown, [port]: MessagePortMain[]): void {
    const id = this.#nextPort++;
    if (port) {
      this.#ports.set(id, port);
      port.on('message', ({ data }) => this.#say({ kind: 'port', port: id, data }));
      port.start();
    }
    this.#say({ kind: 'ipc', channel, args: [message], port: port ? id : null });
  }

  findInPage(text: string, _options?: Electron.FindInPageOptions): number {
    recorded.searches.push(text);
    const result = { requestId: recorded.searches.length, activeMatchOrdinal: 1, matches: 2 };
    this.emit('found-in-page', {}, { ...result, finalUpdate: true });
    return result.requestId;
  }

  stopFindInPage(_action: 'clearSelection' | 'keepSelection' | 'activateSelection'): void {
    recorded.searches.push(null);
  }

  async executeJavaScript(code: string): Promise<unknown> {
    return this.#page?.evaluate(code);
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }

  getURL(): string {
    return fromBrowser(this.#page?.url() ?? '');
  }

  reload(): void {
    this.#ownUrl = this.#page?.url() ?? null;
    // A later navigation replaces it.
    this.#page?.reload({ waitUntil: 'commit' }).catch(() => undefined);
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  /** Of its window. */
  async end(): Promise<void> {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    const page = this.#page;
    this.#closePorts();
    destroy(this, WebContents);
    await page?.close();
  }
}
