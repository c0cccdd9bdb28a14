import type { KindFinding } from '@atelier/contract';

/** fal's charge by our own records, in millionths of a dollar by the option that chooses a rate. */
export type StatedPrice = { microUsd: Readonly<Record<string, number>>; source: string };

/** A rate that differs by more is another rate; less is rounding. */
const marginPercent = 2;

/** Compares what a kind says that fal charges with the page that fal publishes for language models. */
export function findPriceChange(stated: StatedPrice, page: string): KindFinding[] {
  const sentence = priceSentence(page);
  const found = amountsIn(sentence);
  const rates = Object.values(stated.microUsd);
  const ours = rates.map(dollars).join(', ');
  if (found.length === 0)
    return [{ code: 'price_unreadable', field: null, ours, theirs: shortened(sentence) }];
  const isThere = (rate: number) =>
    found.some((amount) => Math.abs(amount - rate) * 100 <= Math.max(1, rate) * marginPercent);
  if (rates.every(isThere)) return [];
  return [{ code: 'price_moved', field: null, ours, theirs: shortened(sentence) }];
}

/**
 * The section "Pricing" of the page. Pages without the heading have one sentence with the price, such as "Your request
 * will cost $0.07 per second."
 */
export function priceSentence(page: string): string {
  const section = /^#+\s*Pricing\b[^\n]*\n([\s\S]*?)(?=^#|(?![\s\S]))/im.exec(page)?.[1];
  const lines = (section ?? page)
    .split('\n')
    .map((line) => line.replaceAll(/[*`]/g, '').trim())
    .filter((line) => line.includes('$'));
  return lines.join(' ');
}

/** Amounts of dollars, in millionths. */
export function amountsIn(text: string): number[] {
  return [...text.matchAll(/\$\s?(\d+(?:,\d{3})*(?:\.\d+)?|\.\d+)/g)].map(([, amount = '']) =>
    Math.round(Number(amount.replaceAll(',', '')) * 1_000_000),
  );
}

function dollars(microUsd: number): string {
  return `$${microUsd / 1_000_000}`;
}

const maxShown = 300;

function shortened(text: string): string {
  return text.length > maxShown ? `${text.slice(0, maxShown).toWellFormed()}…` : text;
}
