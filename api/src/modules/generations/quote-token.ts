// A quote is a signed price: nothing is stored for it, and every process can check it. It binds the price and not the
// credits: several submissions may carry the same one.
import { createHash } from 'node:crypto';
import { AppError, type StandInConsent } from '@atelier/contract';
import type { WebhookSigner } from '@atelier/fal';
import type { ReadLine } from './read-submission.ts';
import { priceChanged } from './refusals.ts';

const quoteSeconds = 600;

/** Keeps a quote apart from other documents that the same keys sign. */
const documentType = 'atelier-quote';

/** `sub` and `exp` are those of JSON Web Tokens; `key` is the id of the API key, and null in the browser. */
type Quote = { sub: string; key: string | null; input: string; credits: number; exp: number };

/** An account, and the API key that pays; absent in the browser. */
type Payer = { userId: string; keyId?: string };
type Priced = { lines: readonly ReadLine[]; costCredits: number };

export function signQuote(
  signer: WebhookSigner,
  { userId, keyId }: Payer,
  { lines, costCredits }: Priced,
): { quote: string; expiresAt: Date } {
  const exp = Math.floor(Date.now() / 1_000) + quoteSeconds;
  const payer = { sub: userId, key: keyId ?? null };
  const quote: Quote = { ...payer, input: hashInput(lines), credits: costCredits, exp };
  return { quote: signer.signDocument(quote, documentType), expiresAt: new Date(exp * 1_000) };
}

/** Throws quote_invalid, quote_not_yours, quote_expired, quote_other_input or price_changed, in this order. */
export function assertQuote(
  { webhookSigner }: { webhookSigner: WebhookSigner | undefined },
  { userId, keyId }: Payer,
  sent: unknown,
  { lines, costCredits }: Priced,
): void {
  const quote = typeof sent === 'string' ? webhookSigner?.readDocument(sent, documentType) : undefined;
  if (quote === undefined) throw new AppError('quote_invalid');
  const { sub, key, input, credits, exp } = quote as Quote;
  if (sub !== userId || key !== (keyId ?? null)) throw new AppError('quote_not_yours');
  if (Date.now() >= exp * 1_000)
    throw new AppError('quote_expired', { details: { expired_at: new Date(exp * 1_000).toISOString() } });
  if (input !== hashInput(lines)) throw new AppError('quote_other_input');
  if (credits !== costCredits) throw priceChanged(credits, costCredits);
}

const hashInput = (lines: readonly ReadLine[]): string => hashLines(lines).toString('base64url');

/**
 * Hashes the inputs as they were read, with every default, and the model that may stand in, if one is allowed: how they were
 * written makes no difference.
 */
export function hashLines(lines: readonly ReadLine[], standIn?: StandInConsent): Buffer {
  const meaning = lines.map(({ kind, input }) => [kind.id, input]);
  const whole = standIn === undefined ? meaning : [meaning, standIn];
  return createHash('sha256').update(JSON.stringify(whole)).digest();
}
