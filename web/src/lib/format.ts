const creditFormats = new Map<string, Intl.NumberFormat>();

/** 1240 → "1,240". */
export function formatCredits(credits: number, language: string): string {
  let format = creditFormats.get(language);
  if (!format) {
    format = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
    creditFormats.set(language, format);
  }
  return format.format(credits);
}

/** 300 → "+300", -300 → "−300". */
export function formatChange(credits: number, language: string): string {
  const text = new Intl.NumberFormat(language, {
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  }).format(credits);
  // The minus sign, unlike the hyphen, is as wide as a plus in the line above.
  return text.replace('-', '−');
}

/** 2200, "usd" → "$22". Whole amounts have no decimals. `amountMinor` is in the smallest unit of the currency. */
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

const byteUnits = ['B', 'kB', 'MB', 'GB'] as const;

/** 1,842,210 → "1.8 MB". Decimal units, as download dialogs show them. */
export function formatBytes(bytes: number, language: string): string {
  const power = bytes < 1000 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(bytes) / 3));
  const amount = bytes / 1000 ** power;
  const digits = power > 0 && amount < 10 ? 1 : 0;
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(amount)} ${byteUnits[power]}`;
}

/** 5.04 → "5 sec", 90 → "1 min 30 sec", in the language. */
export function formatSeconds(seconds: number, language: string): string {
  const rounded = Math.round(seconds);
  const format = (amount: number, unit: 'second' | 'minute') =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(amount);
  if (rounded < 60) return format(rounded, 'second');
  const rest = rounded % 60;
  const minutes = format(Math.floor(rounded / 60), 'minute');
  return rest === 0 ? minutes : `${minutes} ${format(rest, 'second')}`;
}

/** 68 → "1:08", 3723 → "1:02:03". Negative times become "0:00". */
export function formatClock(totalSeconds: number): string {
  const whole = Math.max(0, Math.floor(totalSeconds));
  const seconds = String(whole % 60).padStart(2, '0');
  const minutes = Math.floor(whole / 60) % 60;
  const hours = Math.floor(whole / 3600);
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`;
}

const relativeSteps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** "3 minutes ago", "yesterday", and "now" under a minute. Both times in milliseconds since 1970. */
export function formatRelativeTime(thenMs: number, nowMs: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const seconds = Math.round((thenMs - nowMs) / 1000);
  for (const [unit, size] of relativeSteps) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  }
  return format.format(0, 'second');
}

/** Date and time of an ISO time to the minute, in the user's time zone. */
export function formatDate(iso: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
}

/** The time of day of an ISO time, in the user's time zone: below the heading of its day. */
export function formatTime(iso: string, language: string): string {
  return new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(new Date(iso));
}

/** Date and time of an ISO time to the second, in the user's time zone: for entries that follow each other closely. */
export function formatMoment(iso: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }).format(
    new Date(iso),
  );
}

/** A day, such as 2026-12-31, in words; the same in every time zone. */
export function formatDay(day: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
}
