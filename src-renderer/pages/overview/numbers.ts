/** Numbers as the overview writes them. Pure. */
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

export const countText = (count: number): string => count.toLocaleString('en');

/** For axes and tiles: `1.2K`, `3M`. */
export const shortCount = (count: number): string => short.format(count);

/** Down to a tenth of a percent, and never rounded up to all or down to none. */
export function shareText(share: number): string {
  if (share === 0 || share === 1) return `${share * 100}%`;
  const percent = Math.min(99.9, Math.max(0.1, share * 100));
  return `${percent.toFixed(percent >= 10 && percent < 99 ? 0 : 1)}%`;
}

/** How many a minute: `0.2`, `12`, `1.2K`. */
export function rateText(perMinute: number): string {
  if (perMinute === 0) return '0';
  if (perMinute < 0.05) return '<0.1';
  return perMinute < 10 ? String(Number(perMinute.toFixed(1))) : short.format(perMinute);
}
