import { AtelierError, type Issue, type Quote, type SubmissionFields } from '@atelier/client';
import type { OptionValues } from './command.ts';
import { ExitError, toExitError, usageError } from './exit-error.ts';
import type { Terminal } from './terminal.ts';

/** Options of the commands that spend. */
export const spendingOptions = {
  yes: { type: 'boolean', short: 'y' },
  'max-credits': { type: 'string' },
  'request-id': { type: 'string' },
  to: { type: 'string' },
} as const;

export const spendingLines = [
  '-y, --yes           spend without a question',
  '--max-credits N     spend up to N credits without a question; a higher price is refused before anything starts',
  '--request-id UUID   repeat an earlier command: the same request id is one job, paid once',
  '--to FOLDER         save the results there',
];

export type Consent = { isGiven: boolean; maxCredits: number | undefined };

/** Reads how the user agrees to a price. Throws ExitError when there is no way to ask them. */
export function readConsent(
  values: OptionValues,
  { isInteractive }: Pick<Terminal, 'isInteractive'>,
): Consent {
  const given = values['max-credits'];
  const maxCredits = given === undefined ? undefined : Number(given);
  if (maxCredits !== undefined && !(Number.isSafeInteger(maxCredits) && maxCredits >= 0 && given !== ''))
    throw usageError(`--max-credits is "${given}", not a whole number of credits`);
  const isGiven = values.yes === true;
  if (!isGiven && maxCredits === undefined && !isInteractive)
    throw usageError('Without a terminal to ask on, spending needs --yes or --max-credits N');
  return { isGiven, maxCredits };
}

/** Throws ExitError when the site would refuse the submission, with its issues. `rename` says where each is for the user. */
export function assertAccepted({ refusal }: Quote, rename = (path: string) => path): void {
  if (!refusal) return;
  const { status, code, message, ...rest } = refusal;
  const { issues = [], ...details } = rest as { issues?: Issue[] } & Record<string, unknown>;
  const named = issues.map((issue) => ({ ...issue, path: rename(issue.path) }));
  throw toExitError(new AtelierError({ code, message, status, issues: named, details }));
}

/** Shows the price and gets the user's consent to it. Throws ExitError without it; nothing has been spent then. */
export async function agreeOnPrice(terminal: Terminal, quote: Quote, consent: Consent): Promise<void> {
  const { total_credits: price } = quote;
  const { isGiven, maxCredits } = consent;
  if (maxCredits !== undefined && price > maxCredits)
    throw new ExitError(
      'price',
      'above_max_credits',
      `The price is ${price} credits, above --max-credits ${maxCredits}. Nothing was started.`,
      { price, max_credits: maxCredits },
    );
  terminal.note(formatPrice(quote));
  if (isGiven || maxCredits !== undefined) return;
  if (!(await terminal.confirm(`Spend ${price} credits?`)))
    throw new ExitError('price', 'not_confirmed', 'Nothing was started.', { price });
}

export function formatPrice({ total_credits, lines }: Quote): string {
  const seconds = Math.max(0, ...lines.map(({ expected_seconds }) => expected_seconds ?? 0));
  const time = lines.length === 1 ? `, takes about ${Math.round(seconds)} s` : ` for ${lines.length} lines`;
  return `Price: ${total_credits} credits${time}`;
}

/** Fields that bind the price; a site without a key for signatures compares the sum. */
export function bindPrice({ quote, total_credits }: Quote): SubmissionFields {
  return quote === null ? { expected_cost: total_credits } : { quote };
}
