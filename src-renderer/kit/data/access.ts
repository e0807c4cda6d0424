/**
 * The access token of this page, in storage of its origin. Unlike a cookie, it is not sent to other
 * ports of the machine (D48).
 */
import { z } from 'zod';

const storageKey = 'hookwright-access-token';
const LoginResponse = z.object({ token: z.string() });

/** Used if storage is blocked; lasts until the page is closed. */
let inMemoryToken: string | null = null;

export function accessToken(): string | null {
  try {
    return localStorage.getItem(storageKey) ?? inMemoryToken;
  } catch {
    return inMemoryToken;
  }
}

export function storeAccessToken(token: string): void {
  inMemoryToken = token;
  try {
    localStorage.setItem(storageKey, token);
  } catch {
    // Kept in memory only.
  }
}

/** Calls the listener when another tab gets a token. */
export function onAccessTokenElsewhere(listener: () => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === storageKey && newValue !== null) listener();
  });
}

async function redeem(code: string): Promise<void> {
  const response = await fetch('/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  if (response.ok) storeAccessToken(LoginResponse.parse(await response.json()).token);
}

/** Removes a token or one-time login code from the page's URL and history, and uses it. */
export async function takeAccessFromUrl(): Promise<void> {
  const query = new URLSearchParams(location.search);
  const token = query.get('token');
  const code = query.get('code');
  if (token === null && code === null) return;
  history.replaceState(null, '', `${location.pathname}${location.hash}`);
  if (token !== null) storeAccessToken(token);
  // An invalid code keeps the stored token.
  else if (code !== null) await redeem(code).catch(() => undefined);
}
