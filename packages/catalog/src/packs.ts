/** A number of credits for one price. `amountMinor` is in the currency's smallest unit (cents). */
export type Pack = { id: PackId; credits: number; amountMinor: number; currency: 'usd' };

export const packIds = ['starter', 'standard', 'studio'] as const;
export type PackId = (typeof packIds)[number];

/** Packs, smallest first; a larger one is cheaper per credit. A changed price does not affect earlier purchases. */
export const packs: readonly Pack[] = [
  { id: 'starter', credits: 1_000, amountMinor: 500, currency: 'usd' },
  { id: 'standard', credits: 5_000, amountMinor: 2_200, currency: 'usd' },
  { id: 'studio', credits: 20_000, amountMinor: 8_000, currency: 'usd' },
];

export function getPack(id: PackId): Pack {
  const pack = packs.find((candidate) => candidate.id === id);
  if (!pack) throw new Error(`The catalog has no pack "${id}"`);
  return pack;
}

/** The smallest pack that covers a shortfall, or the largest when none does. */
export function packFor(missingCredits: number): Pack | undefined {
  return packs.find((pack) => pack.credits >= missingCredits) ?? packs.at(-1);
}
