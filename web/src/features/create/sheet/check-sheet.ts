import { type BatchPriceReply, maxBatchLines } from '@atelier/contract';
import type { BatchBody } from '#product/api/batches.ts';
import { countFitting, type Expanded, type SheetLine } from './expand.ts';

export type SheetCheck = {
  lines: readonly SheetLine[];
  /** Keys of the lines with a problem. */
  bad: readonly string[];
  duplicates: number;
  total: number;
  /** How many lines can be paid, from the first on; undefined while the balance is not known. */
  fitting: number | undefined;
  /** Lines that may be sent; undefined while they would surely be refused. The same object for the same lines. */
  toSend: BatchBody['lines'] | undefined;
};

/** Checks the lines as far as the page can without the server. */
export function checkSheet({ lines, isCut }: Expanded, leftCredits: number | undefined): SheetCheck {
  const bad = lines.filter(({ input }) => !input).map(({ key }) => key);
  const isSendable = lines.length > 0 && lines.length <= maxBatchLines && !isCut && bad.length === 0;
  return {
    lines,
    bad,
    duplicates: lines.filter(({ duplicateOf }) => duplicateOf !== undefined).length,
    total: lines.reduce((sum, { costCredits }) => sum + costCredits, 0),
    fitting: leftCredits === undefined ? undefined : countFitting(lines, leftCredits),
    toSend: isSendable
      ? lines.flatMap(({ kind, input }) => (input ? [{ kind: kind.id, input }] : []))
      : undefined,
  };
}

/** The same with what the server says of these lines, which knows every limit. */
export function withServer(check: SheetCheck, reply: BatchPriceReply | undefined): SheetCheck {
  if (!reply) return check;
  const lines = check.lines.map((line, index) => {
    const problems = reply.problems.filter((problem) => problem.line === index + 1);
    return problems.length === 0 ? line : { ...line, problems };
  });
  return {
    ...check,
    lines,
    bad: lines.filter(({ problems }) => problems.length > 0).map(({ key }) => key),
    total: reply.total_credits,
    fitting: Math.min(reply.fits.lines, check.fitting ?? reply.fits.lines),
  };
}
