/**
 * Whether an entry belongs to the exchange of a hold for that of a stand-in: the release of the first, or the reserve of the
 * second. A generation has one reserve and one release at most that do not. `entry`: its row of `ledger_entry` in the
 * statement. Uses ledger_entry_exchange.
 */
export const isExchange = (entry: string) =>
  `(${entry}.kind in ('reserve', 'release') and ${entry}.entry_key <> ${entry}.kind || ':' || ${entry}.generation_id::text)`;
