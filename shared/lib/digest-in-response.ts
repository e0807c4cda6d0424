/** Finds the digest in a response. Receivers often print the one they computed. */
const digest =
  /(?<![\w+/=-])(?:sha\d{1,3}=)?(?:[\da-f]{128}|[\da-f]{64}|[\da-f]{40}|[A-Za-z\d+/]{27}=|[A-Za-z\d+/]{43}=)(?![\w+/=-])/gi;

/**
 * The most likely digest: 40 digits before other lengths, in text order. Undefined if there is
 * none.
 */
export function digestInResponse(
  text: string,
  sentSignatures: readonly string[],
): string | undefined {
  const sentDigests = new Set(sentSignatures.map((signature) => signature.toLowerCase()));
  const digests = [...text.matchAll(digest)]
    .map(([match]) => match)
    .filter((match) => !sentDigests.has(match.replace(/^sha\d+=/i, '').toLowerCase()));
  return digests.find((match) => /^[\da-f]{40}$/i.test(match)) ?? digests[0];
}
