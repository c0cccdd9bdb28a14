/** 5.04 → "5 s", 90 → "1 min 30 s" in the words of the language. */
export function formatSeconds(seconds: number, language: string): string {
  const rounded = Math.round(seconds);
  const say = (amount: number, unit: 'second' | 'minute') =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(amount);
  if (rounded < 60) return say(rounded, 'second');
  const rest = rounded % 60;
  const minutes = say(Math.floor(rounded / 60), 'minute');
  return rest === 0 ? minutes : `${minutes} ${say(rest, 'second')}`;
}
