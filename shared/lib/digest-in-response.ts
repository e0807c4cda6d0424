/** Finds the digest in a response. Receivers often print the one they computed. */
const digest =
  /(?<![\w+/=-])(?:sha\d{1,3}=)?(?:[\da-f]{128}|[\da-f]{64}|[\da-f]{40}|[A-Za-z\d+/]{27}=|[A-Za-z\d+/]{43}=)(?![\w+/=-])/gi;

const withoutAlgorithm = (found: string): string => found.replace(/^sha\d+=/i, '').toLowerCase();

export interface ResponseDigests {
  /** The most likely digest that differs: 40 digits before other lengths, in text order. */
  readonly other: string | undefined;
  /** Whether one of those sent is in the text. */
  readonly hasSent: boolean;
}

export function digestsInResponse(
  text: string,
  sentSignatures: readonly string[],
): ResponseDigests {
  const sentDigests = new Set(sentSignatures.map((signature) => signature.toLowerCase()));
  const digests = [...text.matchAll(digest)].map(([match]) => match);
  const others = digests.filter((match) => !sentDigests.has(withoutAlgorithm(match)));
  return {
    other: others.find((match) => /^[\da-f]{40}$/i.test(match)) ?? others[0],
    hasSent: others.length < digests.length,
  };
}
