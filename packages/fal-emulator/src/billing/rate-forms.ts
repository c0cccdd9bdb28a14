// The forms that fal's prices have: a second, an image, a megapixel, a character.

type Input = Readonly<Record<string, unknown>>;

export type Rate = {
  unit: string;
  unitPriceUsd: number;
  /** Quantity of a request with this validated input; `output` is absent when the model refused it after working on it. */
  countUnits(input: Input, output: Input | undefined): number;
};

/** Length that is billed where it depends on the caller's file. */
export const fileSeconds = 5;
const megapixel = 1024 * 1024;

export const readNumber = (value: unknown, fallback: number) => {
  const number = typeof value === 'string' ? Number.parseFloat(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : fallback;
};
export const readSeconds = ({ duration }: Input) => readNumber(duration, fileSeconds);

export const hasVideo = ({ video_urls, reference_video_urls }: Input) =>
  [video_urls, reference_video_urls].some((list) => Array.isArray(list) && list.length > 0);
/** The seconds of a video among the references count as well. */
export const readReferenceSeconds = (input: Input) =>
  readSeconds(input) + (hasVideo(input) ? fileSeconds : 0);

/** Rates by resolution; a second one applies with sound. The smallest is the price of a unit. */
export function perSecond(
  rates: Readonly<Record<string, number | readonly [silent: number, sound: number]>>,
  seconds: (input: Input) => number = readSeconds,
): Rate {
  const unitPriceUsd = Math.min(...Object.values(rates).flat());
  return {
    unit: 'second',
    unitPriceUsd,
    countUnits(input) {
      const rate = rates[String(input.resolution)] ?? Object.values(rates)[0] ?? unitPriceUsd;
      const hasSound = (input.generate_audio ?? input.generate_audio_switch) === true;
      const usd = typeof rate === 'number' ? rate : rate[hasSound ? 1 : 0];
      return (seconds(input) * usd) / unitPriceUsd;
    },
  };
}

export const perVideo = (unitPriceUsd: number): Rate => ({
  unit: 'video',
  unitPriceUsd,
  countUnits: ({ duration }) => (String(duration) === '10' ? 2 : 1),
});

export const perRequest = (unitPriceUsd: number): Rate => ({
  unit: 'request',
  unitPriceUsd,
  countUnits: () => 1,
});

export function perImage(unitPriceUsd: number, factors: Readonly<Record<string, number>> = {}): Rate {
  const countUnits: Rate['countUnits'] = (input, output) =>
    listImages(input, output).length * (factors[String(input.resolution)] ?? 1);
  return { unit: 'image', unitPriceUsd, countUnits };
}

export const perMegapixel = (unitPriceUsd: number): Rate => ({
  unit: 'megapixel',
  unitPriceUsd,
  countUnits: (input, output) =>
    listImages(input, output).reduce(
      (sum, { width, height }) => sum + (readNumber(width, 1024) * readNumber(height, 1024)) / megapixel,
      0,
    ),
});

/** The images that a model made, also flagged ones; those that were ordered when it refused to deliver them. */
function listImages(input: Input, output: Input | undefined): Input[] {
  if (Array.isArray(output?.images)) return output.images as Input[];
  const size = typeof input.image_size === 'object' && input.image_size !== null ? input.image_size : {};
  return Array.from({ length: readNumber(input.num_images, 1) }, () => ({ ...size }));
}

export const perCharacter = (unitPriceUsd: number): Rate => ({
  unit: 'character',
  unitPriceUsd,
  countUnits: ({ text, prompt }) => [...String(text ?? prompt ?? '')].length,
});

/** Up to the last word, which the local preview says at the end of the file. */
export function countMinutes(output: Input | undefined): number {
  const words = Array.isArray(output?.words) ? (output.words as Input[]) : [];
  return Math.max(1, readNumber(words.at(-1)?.end, fileSeconds)) / 60;
}
