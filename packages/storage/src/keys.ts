import { randomUUID } from 'node:crypto';

const extensions: ReadonlyMap<string, string> = new Map([
  ['video/mp4', 'mp4'],
  ['video/webm', 'webm'],
  ['video/quicktime', 'mov'],
  ['image/gif', 'gif'],
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/webp', 'webp'],
  ['audio/wav', 'wav'],
  ['audio/mpeg', 'mp3'],
  ['audio/mp4', 'm4a'],
  ['audio/aac', 'aac'],
  ['audio/ogg', 'ogg'],
  ['audio/flac', 'flac'],
  ['audio/webm', 'weba'],
]);

/** The ending of a file of this type, without the dot; "bin" for a type we do not serve inline. */
export function toExtension(contentType: string): string {
  return extensions.get(contentType) ?? 'bin';
}

/** A new key of this user's; nothing a client says is in it. `id` is the row's where there is one. */
export function newKey(userId: string, contentType: string, id: string = randomUUID()): string {
  return `${getFolder(userId)}${id}.${toExtension(contentType)}`;
}

/** Prefix of all keys of a user. */
export function getFolder(userId: string): string {
  return `u/${userId}/`;
}

/** Where a presigned PUT goes: not the file's own key, so that a late PUT cannot change what was checked. */
export function toIncomingKey(key: string): string {
  return key.replace(/\.[a-z0-9]+$/, '.part');
}

/** Reads the user from a folder's name, with or without the path before it. Returns undefined for any other folder. */
export function userOfFolder(folder: string): string | undefined {
  return /^(?:u\/)?([0-9a-f-]{36})\/?$/.exec(folder)?.[1];
}

/** The id in a key, which is the row's for uploads. */
export function idOfKey(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1, key.lastIndexOf('.'));
}

/** The shape of every key; anything else never reaches a driver. */
export function isKey(text: string): boolean {
  return /^u\/[0-9a-f-]{36}\/[0-9a-f-]{36}\.[a-z0-9]{2,4}$/.test(text);
}
