import { useRead } from '#lib/use-read.ts';
import { useAccount } from '#product/account/account-store.ts';
import { fetchPickStatistics } from '#product/api/batches.ts';

/** Own choices among results of several models, by model; none for visitors. */
export function useRecords() {
  const { info } = useAccount();
  const { reply } = useRead(info?.user.id, fetchPickStatistics);
  return new Map((reply ?? []).map((row) => [row.model, row]));
}
