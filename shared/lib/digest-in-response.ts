/** Finds the digest in a response. Receivers often print the one they computed. */
const digest =
  /(?<![\w+/=-])(?:sha\d{1,3}=)?(?:[\da-f]{128}|[\da-f]{64}|[\da-f]{40}|[A-Za-z\d+/]{27}=|[A-Za-z\d+/]{43}=)(?![\w+/=-])/gi;

/**
 * The most likely digest: 40 digits before other lengths, in text order. Undefined if there is
 * none.
 */
export function digestInResponse(text: string, sent: readonly string[]): string | undefined {
  const known = new Set(sent.map((signature) => signature.toLowerCase()));
  const found = [...text.matchAll(digest)]
    .map(([match]) => match)
    .filter((match) => !known.has(match.replace(/^sha\d+=/i, '').toLowerCase()));
  return found.find((match) => /^[\da-f]{40}$/i.test(match)) ?? found[0];
}
