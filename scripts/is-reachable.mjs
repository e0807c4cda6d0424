/** Checks a server before a download, so that a blocked download fails early. */

const timeoutMs = 4_000;

/** @param {string} url */
export async function isReachable(url) {
  try {
    const { status } = await fetch(url, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    // A folder usually returns 404; these statuses come from a proxy or gateway.
    return status < 500 && status !== 403 && status !== 407;
  } catch {
    return false;
  }
}
