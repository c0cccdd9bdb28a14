import type { LedgerLine } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import type { WalletSearch } from './wallet-search.ts';

type LineSubjectProps = { line: LedgerLine; text: string; search: WalletSearch };

/** What a line is about; opens the receipt of the generation, or the purchase, over the same lines. */
export function LineSubject({ line, text, search }: LineSubjectProps) {
  const opened = line.generation ? { receipt: line.generation.id } : { purchase: line.purchase?.id };
  return (
    <Link
      to="/credits"
      search={{ ...search, ...opened }}
      resetScroll={false}
      className="rounded-sm underline decoration-line-strong underline-offset-4 hover:text-ink"
    >
      {text}
    </Link>
  );
}
