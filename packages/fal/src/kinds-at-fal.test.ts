import type { ServerHalves } from '@atelier/catalog/server';
import type { EndpointTypeMap } from '@fal-ai/client/endpoints';
import { describe, expectTypeOf, it } from 'vitest';

// Held by the compiler: `npm run check` fails when a kind sends or expects what fal's client does not declare for its
// endpoint. Why here and not in the catalog: docs/adr/0011-kinds-held-to-fals-types.md.

/** Facts of a kind that `defineServerHalf` records in its type. */
type Call = { endpoint: string; body: object; unsold: object; sample: object };
type CallOf<Half> = Half extends { readonly '~call'?: infer C extends Call } ? C : Call;

/** One message for everything that fal would not understand; `never` when there is nothing. */
type Problems<C extends Call> = C extends { endpoint: infer Id extends keyof EndpointTypeMap }
  ? `${Id}: ${
      | Mismatches<C['body'], EndpointTypeMap[Id]['input']>
      | Missing<C['body'], EndpointTypeMap[Id]['input']>
      | Mismatches<WithoutNulls<C['unsold']>, EndpointTypeMap[Id]['input']>
      | Mismatches<C['sample'], EndpointTypeMap[Id]['output']>
      | Missing<C['sample'], EndpointTypeMap[Id]['output']>}`
  : `${C['endpoint']}: unknown endpoint`;

/** A program may send a null seed, which means none. */
type WithoutNulls<Fields> = { [Name in keyof Fields]: Exclude<Fields[Name], null> };

/** The fields that fal does not declare, or declares with another type, down to the last level. */
type Mismatches<Actual, Declared> = {
  [Name in keyof Actual & string]: Name extends keyof Declared
    ? unknown extends Declared[Name]
      ? never
      : FieldMismatch<Name, NonNullable<Actual[Name]>, NonNullable<Declared[Name]>>
    : `unknown field ${Name}`;
}[keyof Actual & string];

type FieldMismatch<Name extends string, Actual, Declared> = Actual extends readonly (infer Item)[]
  ? Declared extends readonly (infer DeclaredItem)[]
    ? FieldMismatch<Name, Item, DeclaredItem>
    : `wrong type of ${Name}`
  : Actual extends object
    ? Mismatches<Actual, Declared>
    : Actual extends Declared
      ? never
      : `wrong type of ${Name}`;

/** The fields that fal requires and that are absent, or may be. */
type Missing<Actual, Declared> = {
  [Name in keyof Declared & string]: undefined extends Declared[Name]
    ? never
    : Name extends keyof Actual
      ? undefined extends Actual[Name]
        ? `missing ${Name}`
        : never
      : `missing ${Name}`;
}[keyof Declared & string];

/**
 * Endpoints that are younger than the installed client. `packages/kind-draft/src/stored-facts.test.ts` holds their kinds to
 * stored facts. Once the client declares one, its line does not compile any more.
 */
type YoungerEndpoint =
  | 'bytedance/seedance-2.0/mini/reference-to-video'
  | 'bytedance/seedance-2.5/reference-to-video'
  | 'alibaba/wan-3.0/reference-to-video'
  | 'google/gemini-omni-flash/v1.1/reference-to-video'
  | 'alibaba/happy-horse/v1.1/image-to-video'
  | 'alibaba/happy-horse/v1.1/reference-to-video'
  | 'alibaba/happy-horse/v1.1/text-to-video'
  | 'xai/grok-imagine-video/v1.5/image-to-video'
  | 'xai/grok-imagine-video/v1.5/reference-to-video'
  | 'alibaba/qwen-image-3/text-to-image'
  | 'alibaba/wan-3.0/image-to-video'
  | 'alibaba/wan-3.0/text-to-video'
  | 'blackforestlabs/flux-3/image-to-video'
  | 'blackforestlabs/flux-3/text-to-video'
  | 'bytedance/seedance-2.0/fast/image-to-video'
  | 'bytedance/seedance-2.0/mini/image-to-video'
  | 'bytedance/seedance-2.0/mini/text-to-video'
  | 'bytedance/seedance-2.5/image-to-video'
  | 'bytedance/seedance-2.5/text-to-video'
  | 'bytedance/seedream/v5/flash/edit'
  | 'bytedance/seedream/v5/flash/text-to-image'
  | 'fal-ai/kling-video/v3/turbo/standard/image-to-video'
  | 'fal-ai/mmaudio-v2'
  | 'fal-ai/sync-lipsync/v3'
  | 'fal-ai/sync-lipsync/v3/image-to-video'
  | 'fal-ai/recraft/v4.1/text-to-image'
  | 'google/gemini-omni-flash/v1.1/image-to-video'
  | 'google/gemini-omni-flash/v1.1/text-to-video'
  | 'google/nano-banana-2.1'
  | 'google/nano-banana-2.1/edit'
  | 'ideogram/v4'
  | 'lightricks/ltx-2.5/text-to-video/fast'
  | 'minimax/h3-max-turbo/image-to-video'
  | 'minimax/h3-max-turbo/text-to-video'
  | 'minimax/h3-max/image-to-video'
  | 'minimax/h3-max/text-to-video'
  | 'minimax/h3/image-to-video'
  | 'minimax/h3/text-to-video'
  | 'openai/gpt-image-2.5/flare/edit'
  | 'openai/gpt-image-2.5/flare/text-to-image'
  | 'openai/gpt-image-2.5/sunburst/edit'
  | 'openai/gpt-image-2.5/sunburst/text-to-image'
  | 'openai/gpt-image-2'
  | 'openai/gpt-image-2/edit'
  | 'microsoft/mai-image-2.5'
  | 'microsoft/mai-image-2.5/edit'
  | 'bytedance/seedream/v5/pro/edit'
  | 'bytedance/seedream/v5/pro/text-to-image'
  | 'blackforestlabs/flux-3/first-last-frame-to-video'
  | 'blackforestlabs/flux-3/extend-video'
  | 'alibaba/happy-horse/video-edit'
  | 'bytedance/seedance-2.0/reference-to-video'
  | 'minimax/h3/reference-to-video'
  | 'fal-ai/bytedance/seed-speech/tts/v2'
  | 'fal-ai/lyria3'
  | 'fal-ai/minimax-music/v2.5'
  | 'fal-ai/gemini-3.1-flash-tts'
  | 'sonilo/v1.1/video-to-video-sound-effects'
  | 'veed/subtitles'
  | 'pixelcut/video-background-removal'
  | 'bria/video/background-removal/v3'
  | 'xai/grok-imagine-image/v2.0/text-to-image';

it('every kind sends and expects what fal declares for its endpoint', () => {
  expectTypeOf<ServerHalves>().not.toBeNever();
  expectTypeOf<Problems<Exclude<CallOf<ServerHalves>, { endpoint: YoungerEndpoint }>>>().toBeNever();
  expectTypeOf<Extract<YoungerEndpoint, keyof EndpointTypeMap>>().toBeNever();
});

describe('a kind that does not fit', () => {
  type Id = 'fal-ai/wan-t2v';
  type Video = { video: { url: string }; seed: number };
  type With<Change> = Omit<
    { endpoint: Id; body: { prompt: string }; unsold: object; sample: Video },
    keyof Change
  > &
    Change;

  it('is reported by endpoint and field', () => {
    expectTypeOf<Problems<With<object>>>().toBeNever();
    expectTypeOf<
      Problems<With<{ endpoint: 'fal-ai/wan-t3v' }>>
    >().toEqualTypeOf<'fal-ai/wan-t3v: unknown endpoint'>();
    expectTypeOf<
      Problems<With<{ body: { prompt: string; num_frame: number } }>>
    >().toEqualTypeOf<`${Id}: unknown field num_frame`>();
    expectTypeOf<
      Problems<With<{ body: { prompt: string; num_frames: string } }>>
    >().toEqualTypeOf<`${Id}: wrong type of num_frames`>();
    expectTypeOf<
      Problems<With<{ body: { prompt: string; resolution: '480p' | '1080p' } }>>
    >().toEqualTypeOf<`${Id}: wrong type of resolution`>();
    expectTypeOf<
      Problems<With<{ body: { prompt: string | undefined } }>>
    >().toEqualTypeOf<`${Id}: missing prompt`>();
    expectTypeOf<
      Problems<With<{ unsold: { turbo: false } }>>
    >().toEqualTypeOf<`${Id}: unknown field turbo`>();
    expectTypeOf<
      Problems<With<{ sample: { video: { url: string; size: number }; seed: number } }>>
    >().toEqualTypeOf<`${Id}: unknown field size`>();
    expectTypeOf<Problems<With<{ sample: Omit<Video, 'seed'> }>>>().toEqualTypeOf<`${Id}: missing seed`>();
  });

  it('is not overlooked when its types got lost', () => {
    expectTypeOf<Problems<CallOf<{ kindId: string }>>>().toEqualTypeOf<`${string}: unknown endpoint`>();
  });
});
