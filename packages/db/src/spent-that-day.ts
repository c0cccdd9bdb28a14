/** Days of the spending limits of accounts and API keys are UTC. */
export const today = `(now() at time zone 'UTC')::date`;

/** When today's spending counts no more. */
export const nextDay = `(${today} + 1)::timestamp at time zone 'UTC'`;

/** Expression for today's spending of a row with `spent_on` and `spent_that_day`, which are written only with a spending. */
export function spentToday(row: string): string {
  return `case when ${row}.spent_on = ${today} then ${row}.spent_that_day else 0 end`;
}

/**
 * Expression for the same row's spending after `released`, of a hold taken at `heldAt`, has returned. It frees the
 * day on which it was held, and no later one.
 */
export function spentAfterRelease(row: string, { released, heldAt }: Record<'released' | 'heldAt', string>) {
  return `case when ${row}.spent_on = (${heldAt} at time zone 'UTC')::date
               then greatest(${row}.spent_that_day - ${released}, 0) else ${row}.spent_that_day end`;
}
