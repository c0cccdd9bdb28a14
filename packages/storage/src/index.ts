export { type DiskSpace, probeFolder } from './check-store.ts';
export { copyFromStore } from './copy-from-store.ts';
export { countBytes } from './count-bytes.ts';
export {
  type CheckedStore,
  createStore,
  getWorkFolder,
  removeTemporaryFiles,
  type StoreSettings,
} from './create-store.ts';
export { createDiskStore } from './disk-store.ts';
export { fileWords } from './file-words.ts';
export { guardedFetch } from './guard/guarded-fetch.ts';
export { findRecipientProblem, guardedPost, type PostReply } from './guard/guarded-post.ts';
export { isUnknownName } from './guard/open-connection.ts';
export { openPublicFile } from './guard/open-public-file.ts';
export { idOfKey, isKey, newKey, toExtension, toIncomingKey } from './keys.ts';
export { createMediaAddresses, type MediaAddresses } from './media-addresses.ts';
export { openResult, type ResultRules, type ResultSource } from './open-result.ts';
export { peek } from './peek.ts';
export type { PutGrant } from './put-grant.ts';
export type { ByteRange, Store, StoredFile } from './store.ts';
export { streamFile } from './stream-file.ts';
export { temporaryName } from './temporary-files.ts';
