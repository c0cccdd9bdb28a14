import { findRecipePreferences, type GenerationRow } from '@atelier/db';
import { toAltText, toMade, toRecipe } from '@atelier/generations';
import type { SignRequest } from '@atelier/media';
import type { RouteDeps } from '../../api.ts';

/** Many proxies give up a reply without a byte soon after, which clients without gzip get. */
const maxMs = 100_000;

/** Limits of a video that is encoded again for a request: a minute of 1080p at 30 pictures a second has 3.7 billion pixels. */
export const rewriteLimits = { maxPixels: 4_000_000_000, maxMs, timeoutMs: maxMs + 20_000 } as const;

/**
 * Signs a file that was made of another one for its owner, with what they let their downloads say. Returns the file to send:
 * the one at `outputPath` where it cannot be signed.
 */
export async function signRewritten(
  { signer, db }: Pick<RouteDeps, 'signer' | 'db'>,
  generation: GenerationRow,
  { outputPath, ...request }: Pick<SignRequest, 'outputPath' | 'parentPath' | 'action' | 'source'>,
): Promise<string> {
  const signedPath = `${outputPath}-signed`;
  const { downloads } = await findRecipePreferences(db.pool, generation.user_id);
  const signed = await signer?.sign({
    ...request,
    inputPath: outputPath,
    outputPath: signedPath,
    made: toMade(generation),
    recipe: downloads ? toRecipe(generation) : undefined,
    altText: downloads ? toAltText(generation, { showsPrompt: true }) : undefined,
  });
  return signed ? signedPath : outputPath;
}
