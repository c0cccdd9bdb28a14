import { type Db, type NewGeneration, reserveGeneration } from '@atelier/db';

/** Reserves as the api does. Throws when it is refused: a bench user has credits for everything. */
export async function reserve(db: Db, generation: NewGeneration): Promise<NewGeneration> {
  const reservation = await reserveGeneration(db.pool, generation);
  if (!reservation.ok) throw new Error(`The reservation was refused: ${reservation.reason}`);
  return generation;
}
