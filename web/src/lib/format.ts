const formats = new Map<string, Intl.NumberFormat>();

/** 1240 → "1,240". */
export function formatCredits(credits: number, language: string): string {
  let format = formats.get(language);
  if (!format) {
    format = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
    formats.set(language, format);
  }
  return format.format(credits);
}
