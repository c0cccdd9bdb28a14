import { AppError } from '@atelier/contract';

/** Whether a submission names a price that is not the one it would cost. Without one there is nothing to hold to. */
export function namesOtherPrice(raw: Readonly<Record<string, unknown>>, costCredits: number): boolean {
  const named = raw.expected_cost ?? undefined;
  return named !== undefined && named !== costCredits;
}

/** The button said another price: nothing is charged, and the answer says what it costs now. */
export function priceChanged(raw: Readonly<Record<string, unknown>>, costCredits: number): AppError {
  return new AppError('price_changed', { details: { cost: costCredits, expected_cost: raw.expected_cost } });
}
