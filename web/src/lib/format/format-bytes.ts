const units = ['B', 'kB', 'MB', 'GB'] as const;

/** 1,842,210 → "1.8 MB". Decimal units, as download dialogs show them. */
export function formatBytes(bytes: number, language: string): string {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const amount = bytes / 1000 ** power;
  const digits = power > 0 && amount < 10 ? 1 : 0;
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(amount)} ${units[power]}`;
}
