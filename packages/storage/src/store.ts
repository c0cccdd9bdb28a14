import type { Readable } from 'node:stream';
import type { PutGrant } from './put-grant.ts';
import type { SignedAddresses } from './signed-addresses.ts';

export type StoredFile = { bytes: number; modifiedAt: Date };
export type ByteRange = { start: number; end: number };

export type StoredRecord = {
  /** Returns undefined when there is none. */
  read: () => Promise<string | undefined>;
  /** Replaces it as a whole. */
  write: (text: string) => Promise<void>;
};

/** Where files live. Keys are chosen by the server (`keys.ts`), never by a client. */
export type Store = {
  /** Writes a stream under a key; nothing is left behind when the stream fails or is longer than `maxBytes`. */
  put: (
    key: string,
    source: Readable,
    options: { contentType: string; maxBytes: number },
  ) => Promise<{ bytes: number }>;
  /** Returns undefined when there is no such file. */
  find: (key: string) => Promise<StoredFile | undefined>;
  read: (key: string, range?: ByteRange) => Readable;
  /**
   * The bytes of a range at once, fewer where the file ends before. For many small files: a stream for each costs far more
   * memory than their bytes.
   */
  load: (key: string, range: ByteRange) => Promise<Buffer>;
  /** Moves a file and replaces whatever is under `to`. Returns false when there is no file under `from`. */
  move: (from: string, to: string) => Promise<boolean>;
  /** A missing file is no error, nor is a text that is no key: deletion may be repeated. */
  delete: (key: string) => Promise<void>;
  /** The keys of everything that is kept of a user, also of files that no row names any more. */
  list: (userId: string) => Promise<string[]>;
  /** The ids of all users of whom something is kept. */
  listUsers: () => Promise<string[]>;
  /** A small text beside the files, for what must outlive a restored database. */
  openRecord: (name: 'published-checkpoints') => StoredRecord;
  /** An address that takes one PUT without a session. */
  presignPut: (grant: PutGrant) => Promise<string>;
  /** An address that reads one file without a session, for those whom we hand it to. */
  presignGet: (key: string, options: { expiresSeconds: number }) => Promise<string>;
  /** The judge of signed addresses that lead back to our own routes; undefined where the store serves them itself. */
  signedAddresses: SignedAddresses | undefined;
};
