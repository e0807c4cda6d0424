/** Which fonts Chromium draws a page with. */
import { type CDPSession, expect, type Page } from '@playwright/test';

/** The used fields of the protocol's nodes. */
interface DomNode {
  readonly nodeId: number;
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string;
  readonly children?: readonly DomNode[];
  readonly pseudoElements?: readonly DomNode[];
  /** Of inputs: they hold the value or the placeholder. */
  readonly shadowRoots?: readonly DomNode[];
}

const textNode = 3;

/** Texts and pseudo-elements: all that draws glyphs. */
const drawn = (node: DomNode): readonly DomNode[] => [
  ...(node.nodeType === textNode && node.nodeValue.trim() !== '' ? [node] : []),
  ...(node.pseudoElements ?? []),
  ...[...(node.children ?? []), ...(node.shadowRoots ?? [])].flatMap(drawn),
];

async function systemFontsOf(session: CDPSession, { nodeId }: DomNode): Promise<string[]> {
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts.filter(({ isCustomFont }) => !isCustomFont).map(({ familyName }) => familyName);
}

/** Null when a node was redrawn meanwhile, so that it cannot be found any more. */
async function textsInSystemFonts(session: CDPSession): Promise<readonly string[] | null> {
  const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true });
  const reading = drawn(root).map(async (node) => {
    const fonts = await systemFontsOf(session, node);
    return fonts.map((font) => `${node.nodeValue || node.nodeName} in ${font}`);
  });
  try {
    return (await Promise.all(reading)).flat();
  } catch (error) {
    if (/Could not find node/.test(String(error))) return null;
    throw error;
  }
}

/** All text on the page is drawn in bundled fonts: it looks the same on every machine. */
export async function expectBundledFonts(page: Page, screen: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  let found = await textsInSystemFonts(session);
  while (found === null) found = await textsInSystemFonts(session);
  await session.detach();
  expect.soft(found, `${screen}: texts in system fonts`).toEqual([]);
}
