/** 2200, "usd" → "$22". Whole amounts go without their zeros. `amountMinor` is in the currency's smallest unit. */
export function formatMoney(amountMinor: number, currency: string, language: string): string {
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  });
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  return format.format(amountMinor / 10 ** digits);
}
