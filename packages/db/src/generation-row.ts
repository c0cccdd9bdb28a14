import type { Selectable } from 'kysely';
import type { Generation, Output } from './schema.gen.ts';

export type GenerationRow = Selectable<Generation>;
export type OutputRow = Selectable<Output>;
