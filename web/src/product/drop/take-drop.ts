import { request } from '#lib/api/request.ts';
import { accountStore } from '#product/account/account-store.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { findMarks } from '#product/provenance/find-marks.ts';
import type { OwnGeneration } from '#product/provenance/own-generation.ts';
import type { OpenedRecipe } from '#product/provenance/recipe-dialog.tsx';
import { addPendingFiles } from './pending-files.ts';

export type { OwnGeneration } from '#product/provenance/own-generation.ts';

/** Larger ones would fill the memory; they are treated like any other file. */
const maxHashedBytes = 536_870_912;

/**
 * A file that carries the settings it was made with opens a dialog that offers them. Otherwise a file that one of the
 * user's generations made opens that. Any other goes to the form of this page; where there is none, the user chooses one.
 * Drops take their turns: of two, the first is dealt with first.
 */
export function takeDrop(files: readonly File[], onOwn: (generation: OwnGeneration) => void): Promise<void> {
  turn = turn.then(() => takeInTurn(files, onOwn)).catch(showErrorToast);
  return turn;
}

let turn = Promise.resolve();

async function takeInTurn(files: readonly File[], onOwn: (generation: OwnGeneration) => void): Promise<void> {
  const [file, ...others] = files;
  if (!file) return;
  const onInput = () => takeAsInput(files);
  if (others.length > 0) return onInput();
  const [own, recipe] = await Promise.all([findOwn(file), findRecipeIn(file)]);
  if (recipe) return recipe.open({ own, onOwn, onInput });
  if (own) return onOwn(own);
  onInput();
}

function takeAsInput(files: readonly File[]): void {
  if (document.querySelector('[data-takes-files]')) addPendingFiles(files);
  else openDialog({ name: 'use-files', files });
}

/** Loads the reader of settings only for a file that may have some. If that fails, the file is taken like any other. */
async function findRecipeIn(file: File): Promise<OpenedRecipe | undefined> {
  const { hasManifest, texts } = await findMarks(file);
  if (!hasManifest && texts.size === 0) return undefined;
  try {
    const { readRecipe } = await import('#product/provenance/recipe-dialog.tsx');
    return await readRecipe(file);
  } catch (error) {
    console.warn('It is not known whether a dropped file carries settings', error);
    return undefined;
  }
}

/** Finds the user's own generation that a file is a result of. If that fails, the file is taken like any other. */
async function findOwn(file: File): Promise<OwnGeneration | undefined> {
  const isKnown = accountStore.get().status === 'signed-in';
  // Browsers compute hashes on secure pages only.
  if (!isKnown || file.size > maxHashedBytes || !globalThis.crypto.subtle) return undefined;
  try {
    const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
    const sha256 = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    const { generation } = await request('POST /api/library/find-file', { body: { sha256 } });
    return generation ?? undefined;
  } catch (error) {
    console.warn('It is not known whether a dropped file is one of the library', error);
    return undefined;
  }
}
