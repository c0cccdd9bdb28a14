import { findKind, type KindInput, type PricePart, parseInput } from '@atelier/catalog';
import type { Receipt } from '@atelier/contract';
import {
  type Db,
  findGenerationProof,
  type GenerationRow,
  getBilledGeneration,
  listGenerationEntries,
} from '@atelier/db';
import { presentLine } from './ledger-lines.ts';

/** Returns a generation's estimate and the credits held, charged, released and refunded. Throws not_found. */
export async function getReceipt(deps: { db: Db }, id: string, userId: string): Promise<Receipt> {
  const row = await getBilledGeneration(deps.db.pool, id, userId);
  const lines = (await listGenerationEntries(deps.db, id)).map(presentLine);
  const refunds = lines.filter((line) => line.kind === 'refund');
  return {
    generation_id: row.id,
    kind: row.kind,
    stood_in_for: row.stood_in_for,
    status: row.status,
    estimate: { cost_credits: row.cost, parts: listParts(row) },
    held: row.finished_at ? 0 : row.cost,
    settled: row.settled,
    released: row.released,
    refunded: refunds.reduce((sum, line) => sum + line.available, 0),
    lines,
    api_key: lines[0]?.generation?.api_key ?? null,
    provider_endpoint: row.provider_endpoint,
    provider_request_id: row.provider_request_id,
    created_at: row.created_at.toISOString(),
    submitted_at: row.submitted_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    proof: (await findGenerationProof(deps.db, { userId, generationId: id })) ?? null,
  };
}

/**
 * Today's price list explains a past price only while it still adds up to the same. A generation that was deleted long ago
 * has an empty input, which explains nothing.
 */
function listParts(row: GenerationRow): Receipt['estimate']['parts'] {
  const stored = Object.entries(row.input as KindInput).filter(([, value]) => value !== null);
  const kind = findKind(row.kind);
  if (!kind || stored.length === 0) return null;
  // A kind may have got fields since, which the input of an older generation lacks.
  const parsed = parseInput(kind, Object.fromEntries(stored));
  const price = parsed.ok ? kind.price(parsed.input) : undefined;
  return price?.costCredits === row.cost ? price.parts.map(presentPart) : null;
}

function presentPart(part: PricePart) {
  return {
    code: part.code,
    params: { ...part.params },
    base_credits: 'baseCredits' in part ? part.baseCredits : null,
    factor_percent: 'factorPercent' in part ? part.factorPercent : null,
  };
}
