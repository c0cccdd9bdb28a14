/** The sizes that have a name in the history (product-2 section 3). */
const namedSizes = {
  '512x512': 'square',
  '768x768': 'squareHd',
  '1024x1024': 'squareFhd',
  '512x768': 'portrait',
  '768x512': 'landscape',
  '1024x768': 'landscapeHd',
  '768x1024': 'portraitHd',
} as const;

type SizeName = (typeof namedSizes)[keyof typeof namedSizes];

/** `1024x768` as the figures to show and the key of its name; other texts have neither. */
export function nameSize(size: string): { figures: string; name?: SizeName } {
  const name = Object.hasOwn(namedSizes, size) ? namedSizes[size as keyof typeof namedSizes] : undefined;
  return { figures: size.replace(/^(\d+)x(\d+)$/, '$1 × $2'), name };
}
