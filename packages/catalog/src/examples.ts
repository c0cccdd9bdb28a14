/** Examples of a kind that is sold by its length: an input at each length, with its price. */
export function atSeconds<const Input extends object, const Seconds extends number>(
  input: Input,
  prices: { readonly [S in Seconds]: number },
): { input: Input & { duration: Seconds }; costCredits: number }[] {
  return Object.entries<number>(prices).map(([seconds, costCredits]) => ({
    input: { ...input, duration: Number(seconds) as Seconds },
    costCredits,
  }));
}

/** Examples of a kind that is sold by its length: the prices from a first length on, a second apart. */
export function fromSecond<const Input extends object>(
  input: Input,
  first: number,
  prices: readonly number[],
): { input: Input & { duration: number }; costCredits: number }[] {
  return prices.map((costCredits, index) => ({ input: { ...input, duration: first + index }, costCredits }));
}

/** Examples of a kind that is sold by the image: one to four of them. */
export function forImages<const Input extends object>(
  input: Input,
  creditsEach: number,
): { input: Input & { num_images?: 2 | 3 | 4 }; costCredits: number }[] {
  const more = ([2, 3, 4] as const).map((num_images) => ({
    input: { ...input, num_images },
    costCredits: num_images * creditsEach,
  }));
  return [{ input, costCredits: creditsEach }, ...more];
}
