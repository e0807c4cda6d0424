/** Asked before a download, so that a machine that may not fetch it learns so at once. */

const limitMs = 4_000;

/** @param {string} url */
export async function isReachable(url) {
  try {
    const answer = await fetch(url, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(limitMs),
    });
    // "Not found" is usual for a folder; these are the words of a gateway in between.
    return answer.status < 500 && answer.status !== 403 && answer.status !== 407;
  } catch {
    return false;
  }
}
