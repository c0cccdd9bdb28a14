import { defaultInput, getKind, type KindInput } from '@atelier/catalog';
import { generation } from '@atelier/contract';
import { describe, expect, it, vi } from 'vitest';
import { newRequestId } from '#lib/new-request-id.ts';
import { keepMadeFrom } from '../prefill/made-from.ts';
import { draftGeneration, resubmitGeneration, submitGeneration, wireNames } from './submit-generation.ts';

describe('the generation shown before the server answers', () => {
  const kind = getKind('text-to-video');
  const input = { prompt: 'a fox', aspect_ratio: '9:16', resolution: '720p', duration: 5 };

  it('is complete, and older than any that the server can send', () => {
    const draft = draftGeneration({ kind, input, isPublic: false, requestId: newRequestId() }, 400);
    expect(generation.safeParse(draft).success).toBe(true);
    expect(draft).toMatchObject({ revision: 0, status: 'pending', width: 720, height: 1280 });
    expect(draft.credits).toEqual({ cost: 400, held: 400, settled: 0, released: 0 });
  });

  it('has a request id in the format that the API accepts', () => {
    expect(newRequestId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

describe('submitting into a project', () => {
  it('goes on without the project when it is archived or deleted meanwhile', async () => {
    const kind = getKind('flux-schnell');
    const submission = { kind, input: defaultInput(kind), isPublic: false, requestId: newRequestId() };
    const made = draftGeneration(submission, 20);
    const issue = { path: 'project_id', code: 'project_unknown', message: 'You have no such project' };
    const fetch = vi
      .fn()
      .mockResolvedValueOnce(Response.json({ code: 'validation_failed', issues: [issue] }, { status: 400 }))
      .mockResolvedValueOnce(Response.json({ generation: made }));
    vi.stubGlobal('fetch', fetch);
    await submitGeneration({ ...submission, projectId: crypto.randomUUID() }, 20);
    vi.unstubAllGlobals();
    const sent = fetch.mock.calls.map(([, { body }]) => JSON.parse(body).project_id);
    expect(sent).toEqual([expect.stringMatching(/-/), null]);
  });
});

describe('submitting a failed generation once more', () => {
  it('names the generation that it repeats, not the one that has filled the form since', async () => {
    const kind = getKind('flux-schnell');
    const input = { ...defaultInput(kind), prompt: 'a fox' };
    const draft = draftGeneration({ kind, input, isPublic: false, requestId: newRequestId() }, 20);
    const failed = { ...draft, status: 'failed' as const };
    keepMadeFrom(kind, crypto.randomUUID());
    const answered = Promise.withResolvers<void>();
    const fetch = vi.fn(async (_url: string, _request: { body: string }) => {
      answered.resolve();
      return Response.json({ generation: { ...draft, id: newRequestId() } });
    });
    vi.stubGlobal('fetch', fetch);
    const onRefused = vi.fn();
    await resubmitGeneration(failed, onRefused);
    await answered.promise;
    vi.unstubAllGlobals();
    keepMadeFrom(kind, undefined);
    const sent = JSON.parse(fetch.mock.calls[0]?.[1].body ?? '');
    expect([sent.retry_of, sent.made_from]).toEqual([failed.id, undefined]);
    expect(onRefused).not.toHaveBeenCalled();
  });

  const failPicture = (changes: KindInput) => {
    const kind = getKind('flux-schnell');
    const input = { ...defaultInput(kind), prompt: 'a fox' };
    const draft = draftGeneration({ kind, input, isPublic: false, requestId: newRequestId() }, 20);
    return { ...draft, input: { ...input, ...changes }, status: 'failed' as const };
  };

  it('shows settings in the form that the model no longer takes', async () => {
    const onRefused = vi.fn();
    await resubmitGeneration(failPicture({ image_size: 'cinema' }), onRefused);
    expect(onRefused).toHaveBeenCalledOnce();
  });

  it('shows settings in the form that the server refuses', async () => {
    const refusal = {
      success: false,
      code: 'validation_failed',
      issues: [{ path: 'prompt', message: 'Too long', code: 'too_long' }],
    };
    vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 400 }));
    const refused = Promise.withResolvers<void>();
    await resubmitGeneration(failPicture({}), refused.resolve);
    await refused.promise;
    vi.unstubAllGlobals();
  });
});

describe('wireNames', () => {
  const listNames = (kindId: string) => wireNames(getKind(kindId), defaultInput(getKind(kindId)));

  it('names a video by its type, and an image by its mode and model', () => {
    expect(listNames('vace')).toEqual({ video_generation_type: 'vace' });
    expect(listNames('janus-pro')).toEqual({ image_generation_type: 'text-to-image', model: 'janus-pro' });
    expect(listNames('flux-dev-image-to-image')).toEqual({
      image_generation_type: 'image-to-image',
      model: 'flux-dev',
    });
    expect(listNames('image-understanding')).toEqual({ text_generation_type: 'image-understanding' });
  });
});
