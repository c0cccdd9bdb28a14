import type { Receipt } from '@atelier/contract';
import { request } from './request.ts';

/** Also of records that were deleted: what they cost stays known. */
export function fetchReceipt(generationId: string, signal?: AbortSignal): Promise<Receipt> {
  return request('GET /api/generations/{id}/receipt', { params: { id: generationId }, signal });
}
