/** Requests of the updater, which Electron sends with Chromium's network stack. */
import { EventEmitter } from 'node:events';
import { type RequestOptions, request } from 'node:http';

export const net = {
  request: ({ session: _, redirect: __, ...options }: RequestOptions & Record<string, unknown>) =>
    request(options as RequestOptions),
};

export const autoUpdater = new EventEmitter();
