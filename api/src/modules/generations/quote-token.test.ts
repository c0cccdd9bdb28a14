import { randomBytes } from 'node:crypto';
import { getKind, parseInput } from '@atelier/catalog';
import { createWebhookSigner } from '@atelier/fal';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { assertQuote, signQuote } from './quote-token.ts';
import type { ReadLine } from './read-submission.ts';

const [key, previousKey, otherKey] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const webhookSigner = createWebhookSigner({ key, previousKey });

function read(kindId: string, raw: Record<string, unknown>): ReadLine {
  const kind = getKind(kindId);
  const parsed = parseInput(kind, raw);
  if (!parsed.ok) throw new Error('The input is not valid');
  return { line: 1, kind, input: parsed.input, adjustments: [], costCredits: 300 };
}

const payer = { userId: 'user-1', keyId: 'key-1' };
const boat = read('text-to-video', { prompt: 'A paper boat' });
const priced = { lines: [boat], costCredits: 300 };
const { quote, expiresAt } = signQuote(webhookSigner, payer, priced);
const check = (sent: unknown = quote, by: { userId: string; keyId?: string } = payer, now = priced) => {
  try {
    assertQuote({ webhookSigner }, by, sent, now);
    return 'taken';
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

beforeEach(() => void vi.useFakeTimers({ now: expiresAt.getTime() - 600_000 }));
afterEach(() => void vi.useRealTimers());

it('a quote is taken until its last millisecond', () => {
  expect(check()).toBe('taken');
  vi.setSystemTime(expiresAt.getTime() - 1);
  expect(check()).toBe('taken');
  vi.setSystemTime(expiresAt);
  expect(check()).toBe('quote_expired');
});

it('a quote with any other bit is none', () => {
  const bytes = Buffer.from(quote);
  for (let bit = 0; bit < 8 * bytes.length; bit += 1) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect([bit, check(changed.toString('latin1'))]).toEqual([bit, 'quote_invalid']);
  }
});

it.each([
  ['of another account', { by: { ...payer, userId: 'user-2' }, code: 'quote_not_yours' }],
  ['of another key', { by: { ...payer, keyId: 'key-2' }, code: 'quote_not_yours' }],
  ['of a key, in the browser', { by: { userId: 'user-1' }, code: 'quote_not_yours' }],
  [
    'for another input',
    { now: { ...priced, lines: [read('text-to-video', { prompt: 'B' })] }, code: 'quote_other_input' },
  ],
  [
    'for another kind with the same fields',
    {
      now: { ...priced, lines: [{ ...boat, kind: getKind('text-to-video-pro') }] },
      code: 'quote_other_input',
    },
  ],
  ['for fewer lines', { now: { ...priced, lines: [boat, boat] }, code: 'quote_other_input' }],
  ['at another price', { now: { ...priced, costCredits: 301 }, code: 'price_changed' }],
])('a quote is refused %s', (_what, { by = payer, now = priced, code }: Case) =>
  expect(check(quote, by, now)).toBe(code),
);
type Case = { by?: { userId: string; keyId?: string }; now?: typeof priced; code: string };

it('a quote of the key before this one is taken, and that of a foreign key is not', () => {
  const made = (signing: Buffer) => signQuote(createWebhookSigner({ key: signing }), payer, priced).quote;
  expect([check(made(previousKey)), check(made(otherKey))]).toEqual(['taken', 'quote_invalid']);
});

it.each([[null], [300], [{}], [[]], [true], ['']])('%j is no quote', (sent) =>
  expect(check(sent)).toBe('quote_invalid'),
);
