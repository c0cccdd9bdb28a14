/** 300 → "+300", -300 → "−300": a movement of credits. */
export function formatChange(credits: number, language: string): string {
  const text = new Intl.NumberFormat(language, {
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  }).format(credits);
  // The true minus sign is as wide as the plus above it.
  return text.replace('-', '−');
}
