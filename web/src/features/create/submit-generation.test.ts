import { getKind } from '@atelier/catalog';
import { generation } from '@atelier/contract';
import { describe, expect, it } from 'vitest';
import { newRequestId } from '#lib/new-request-id.ts';
import { draftGeneration } from './draft-generation.ts';

describe('the record shown before the server answers', () => {
  const kind = getKind('text-to-video');
  const input = { prompt: 'a fox', aspect_ratio: '9:16', resolution: '720p', duration: 5 };

  it('is a whole record, older than any the server can send', () => {
    const draft = draftGeneration({ kind, input, requestId: newRequestId(), isPublic: false });
    expect(generation.safeParse(draft).success).toBe(true);
    expect(draft).toMatchObject({ revision: 0, status: 'pending', width: 720, height: 1280 });
    expect(draft.credits).toEqual({ cost: 400, held: 400, settled: 0, released: 0 });
  });

  it('has a request id of the kind the API takes', () => {
    expect(newRequestId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
