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
