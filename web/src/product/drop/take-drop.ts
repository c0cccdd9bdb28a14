import type { FindFileReply } from '@atelier/contract';
import { request } from '#lib/api/request.ts';
import { accountStore } from '#product/account/account-store.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { handedFiles } from './handed-files.ts';

export type OwnRecord = NonNullable<FindFileReply['record']>;

/** Larger ones would fill the memory; they are treated like any other file. */
const maxHashedBytes = 536_870_912;

/**
 * A file that one of the user's generations made opens that. Any other goes to the form of this page; where none takes
 * files, the user chooses one that does.
 */
export async function takeDrop(files: readonly File[], onOwn: (record: OwnRecord) => void): Promise<void> {
  const [file, ...others] = files;
  if (!file) return;
  const own = others.length === 0 ? await findOwn(file) : undefined;
  if (own) return onOwn(own);
  if (document.querySelector('[data-upload-field]')) handedFiles.set(files);
  else openDialog({ name: 'use-files', files });
}

/** Without an answer the file is taken like any other: it can still be used. */
async function findOwn(file: File): Promise<OwnRecord | undefined> {
  const isKnown = accountStore.get().status === 'signed-in';
  // Browsers compute hashes on secure pages only.
  if (!isKnown || file.size > maxHashedBytes || !globalThis.crypto.subtle) return undefined;
  try {
    const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
    const sha256 = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    const { record } = await request('POST /api/library/find-file', { body: { sha256 } });
    return record ?? undefined;
  } catch (error) {
    console.warn('It is not known whether a dropped file is one of the library', error);
    return undefined;
  }
}
