import type { Kind } from './define-kind.ts';
import type { ServerHalf, Verification } from './server-half.ts';

/** Types of the installed client, to which the compiler holds requests and samples of kinds, and the day of that. */
const installedTypes = {
  schema: '@fal-ai/client 1.10.1 (endpoints.d.ts)',
  by: 'packages/fal/src/kinds-at-fal.test.ts, and a reader of the price',
  on: '2026-11-24',
};

/** The source of a price that a specification fixes: fal's own price plays no part in what is charged. */
const specifiedPrice = 'docs/product.md';

/**
 * Kinds whose schema is verified by the types of the installed client. Others say in their own file which document of the
 * provider was read (`verified` in `server-half.ts`).
 */
export const kindsOfInstalledTypes: ReadonlySet<string> = new Set(
  `text-to-video image-to-video first-to-last-frame vace text-to-video-pro image-to-video-pro
   wan-v2-2-5b wan-v2-2-a14b wan-v2-2-animate-move wan-v2-2-animate-replace
   wan-v2-6-text-to-video wan-v2-6-image-to-video
   wan-v2-7-text-to-video wan-v2-7-image-to-video wan-v2-7-reference-to-video
   veo3-1 veo3-1-fast veo3-1-lite veo3-1-fast-image-to-video
   kling-v3-standard-text-to-video kling-v3-pro-text-to-video kling-v3-pro-image-to-video
   kling-v2-6-pro-image-to-video kling-v2-5-turbo-pro-image-to-video
   seedance-v1-5-pro-text-to-video seedance-v1-5-pro-image-to-video
   hailuo-2-3-standard-text-to-video hailuo-2-3-pro-text-to-video
   hailuo-2-3-standard-image-to-video hailuo-2-3-pro-image-to-video
   ltx-2-3-fast ltx-2-3-fast-image-to-video pixverse-v6-text-to-video topaz-upscale-video
   flux-schnell flux-dev flux-dev-image-to-image flux-2 flux-2-turbo flux-2-pro
   nano-banana-2 nano-banana-2-edit nano-banana-pro nano-banana-pro-edit
   seedream-v4-5 seedream-v4-5-edit wan-v2-7-image qwen-image-2 z-image-turbo recraft-v3 sd35 janus-pro
   topaz-upscale-image bria-remove-background
   pixverse-v6-image-to-video pixverse-v6-transition pixverse-v6-extend veed-remove-background-video
   seedvr-upscale-image seedvr-upscale-video crystal-upscaler ltx-2-3-extend-video kling-o3-pro-edit-video
   text-to-speech eleven-turbo-v2-5 minimax-speech-2-8-hd chatterbox transcription
   sync-v2-lipsync omnihuman-1-5 stable-audio-2-5
   music sound-effects video-to-audio image-understanding`.split(/\s+/),
);

/** A kind whose credits the specification names. It is sold whatever was read of it since. */
export function isSpecified({ provider }: Pick<ServerHalf, 'provider'>): boolean {
  return provider.price === undefined;
}

/**
 * Returns the provider's documents that were read for a kind: those that its file names, or the installed types with the
 * source of its price. Returns undefined for an unverified kind.
 */
export function findVerification(
  { id }: Pick<Kind, 'id'>,
  half: Pick<ServerHalf, 'provider' | 'verified'>,
): Verification | undefined {
  if (half.verified) return half.verified;
  if (!kindsOfInstalledTypes.has(id)) return undefined;
  const { price } = half.provider;
  const { on, ...read } = installedTypes;
  if (!price) return { ...read, price: specifiedPrice, on };
  const [earlier = on] = [price.asOf, on].sort();
  return { ...read, price: price.source, on: earlier };
}
