import type { Recipe } from '@atelier/contract';
import type { Manifest } from './credentials.ts';
import { findMarks } from './find-marks.ts';
import { readCredentials } from './read-credentials.ts';
import type { ForeignSettings } from './recipes/foreign-settings.ts';
import { readA1111 } from './recipes/read-a1111.ts';
import { readComfy } from './recipes/read-comfy.ts';
import { readInvoke } from './recipes/read-invoke.ts';

export type FoundRecipe =
  | { recipe: Recipe; issuer: Manifest['issuer'] }
  /** Settings of another program, which are not signed. */
  | { foreign: ForeignSettings };

/**
 * The settings that a file carries. Our own are taken only from a file that is unchanged since it was signed. `onReading`:
 * the file may have some, and what reads them may have to load.
 */
export async function findRecipe(file: File, onReading: () => void): Promise<FoundRecipe | undefined> {
  const { hasManifest, texts } = await findMarks(file);
  if (hasManifest) {
    onReading();
    const credentials = await readCredentials(file);
    if (credentials.state === 'valid') {
      const { recipe, issuer } = credentials.manifest;
      if (recipe) return { recipe, issuer };
    }
  }
  const foreign = readA1111(texts) ?? readInvoke(texts) ?? readComfy(texts);
  return foreign && { foreign };
}
