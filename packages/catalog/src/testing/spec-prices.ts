type SpecPrice = { input: Readonly<Record<string, unknown>>; costCredits: number };

const at = (prices: Record<string, number>): SpecPrice[] =>
  Object.entries(prices).map(([resolution, costCredits]) => ({ input: { resolution }, costCredits }));
const flat = (costCredits: number): SpecPrice[] => [{ input: {}, costCredits }];
const sized = (costCredits: number, ...sizes: string[]): SpecPrice[] =>
  sizes.map((image_size) => ({ input: { image_size }, costCredits }));

/**
 * The price tables of docs/product.md, written down apart from the code that charges. Images are per image.
 */
export const specPrices: Readonly<Record<string, readonly SpecPrice[]>> = {
  'text-to-video': at({ '480p': 300, '580p': 300, '720p': 400 }),
  'text-to-video-pro': at({ '1080p': 800 }),
  'image-to-video': at({ '480p': 200, '720p': 400 }),
  'image-to-video-pro': at({ '1080p': 800 }),
  'first-to-last-frame': at({ '480p': 200, '720p': 400 }),
  vace: at({ '480p': 400, '580p': 420, '720p': 450 }),
  'wan-v2-2-5b': at({ '580p': 300, '720p': 350 }),
  'wan-v2-2-a14b': at({ '480p': 480, '580p': 540, '720p': 600 }),
  'flux-dev': flat(30),
  'flux-dev-image-to-image': flat(30),
  'flux-schnell': [
    ...sized(8, 'square'),
    ...sized(20, 'square_hd'),
    ...sized(15, 'portrait_4_3', 'portrait_16_9', 'landscape_4_3', 'landscape_16_9'),
  ],
  'janus-pro': flat(25),
  sd35: flat(8),
  'image-understanding': flat(100),
  'video-to-audio': flat(50),
};
