/** The badge of a certification, for a README: an SVG file that needs no other service, and loads nothing. */
import { markup } from './markup.ts';

interface Badge {
  readonly isCertified: boolean;
  /** ID of the profile. */
  readonly profile: string;
  /** Of Hookwright, whose checks were run. */
  readonly version: string;
}

// In pixels.
const height = 20;
const padding = 8;
/** Of most characters in the font; `textLength` fits the text into it in any other font. */
const characterWidth = 6.6;

const colors = {
  certified: '#1a7f37',
  notCertified: '#cf222e',
  profile: '#444d56',
  version: '#586069',
};

/** An ID may be any text. */
const maxLength = 40;

const shortened = (text: string): string =>
  text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()}…` : text;

/** "Hookwright certified | stripe | 0.1.0". */
export function badgeOf({ isCertified, profile, version }: Badge): string {
  const texts = [
    {
      text: `Hookwright ${isCertified ? '' : 'not '}certified`,
      color: isCertified ? colors.certified : colors.notCertified,
    },
    { text: shortened(profile), color: colors.profile },
    { text: version, color: colors.version },
  ];
  const title = markup(texts.map(({ text }) => text).join(' | '));
  let x = 0;
  const parts = texts.map(({ text, color }) => {
    const textWidth = Math.round(text.length * characterWidth);
    const left = x;
    x += textWidth + 2 * padding;
    return `<rect x="${left}" width="${x - left}" height="${height}" fill="${color}"/>
<text x="${left + padding}" y="14" textLength="${textWidth}" lengthAdjust="spacingAndGlyphs">${markup(text)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${x}" height="${height}" role="img" aria-label="${title}">
<title>${title}</title>
<clipPath id="corners"><rect width="${x}" height="${height}" rx="3"/></clipPath>
<g clip-path="url(#corners)" fill="#fff" font-family="Verdana, Geneva, sans-serif" font-size="11">
${parts.join('\n')}
</g>
</svg>
`;
}
