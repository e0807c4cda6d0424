/**
 * The access token of this page, in storage that belongs to its origin. Unlike a cookie it is sent
 * to no other port of the machine (D48).
 */
import { z } from 'zod';

const storageKey = 'hookwright-access-token';
const LoginResponse = z.object({ token: z.string() });

/** Where storage is refused: until the page is closed. */
let kept: string | null = null;

export function accessToken(): string | null {
  try {
    return localStorage.getItem(storageKey) ?? kept;
  } catch {
    return kept;
  }
}

export function keepAccessToken(token: string): void {
  kept = token;
  try {
    localStorage.setItem(storageKey, token);
  } catch {
    // Asked for again the next time.
  }
}

/** Calls the listener when another tab was given a token. */
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
  if (response.ok) keepAccessToken(LoginResponse.parse(await response.json()).token);
}

/** Takes a token or a one-time login code out of the URL of the page, and of its history. */
export async function takeAccessFromUrl(): Promise<void> {
  const query = new URLSearchParams(location.search);
  const token = query.get('token');
  const code = query.get('code');
  if (token === null && code === null) return;
  history.replaceState(null, '', `${location.pathname}${location.hash}`);
  if (token !== null) keepAccessToken(token);
  // A code that is not valid any more leaves what was kept before.
  else if (code !== null) await redeem(code).catch(() => undefined);
}
