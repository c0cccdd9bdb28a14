import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@atelier/contract';
import { countBytes } from './count-bytes.ts';
import { getFolder, isKey, userOfFolder } from './keys.ts';
import type { SignedAddresses } from './signed-addresses.ts';
import type { ByteRange, Store, StoredRecord } from './store.ts';
import { streamFile } from './stream-file.ts';
import { temporaryName } from './temporary-files.ts';

/**
 * Files below `root`. A file appears under its key only when it is whole. Records are in a folder beside it, so that a
 * restoration of the files does not take them back. Without `signedAddresses` it hands none out:
 * they lead to the API's own routes.
 */
export function createDiskStore(root: string, signedAddresses?: SignedAddresses): Store {
  const toPath = (key: string): string => {
    if (!isKey(key)) throw new AppError('not_found');
    return join(root, key);
  };
  return {
    async put(key, source, { maxBytes }) {
      const temporary = join(root, 'tmp', temporaryName());
      const counter = countBytes(maxBytes);
      try {
        const path = toPath(key);
        await mkdir(dirname(path), { recursive: true });
        await mkdir(dirname(temporary), { recursive: true });
        // flush: the bytes are on the disk before the name is, also when the machine goes down in between.
        const file = createWriteStream(temporary, { flags: 'wx', flush: true });
        await pipeline(source, counter.stream, file);
        await rename(temporary, path);
      } catch (error) {
        // No other code reads a source that was handed over; left open it would keep its file or connection.
        source.destroy();
        await rm(temporary, { force: true });
        throw error;
      }
      return { bytes: counter.bytes() };
    },
    async find(key) {
      try {
        const file = await stat(toPath(key));
        return { bytes: file.size, modifiedAt: file.mtime };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    read: (key, range) => streamFile(toPath(key), range),
    load: (key, range) => loadRange(toPath(key), range),
    async move(from, to) {
      try {
        await mkdir(dirname(toPath(to)), { recursive: true });
        await rename(toPath(from), toPath(to));
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
        throw error;
      }
    },
    async delete(key) {
      // Nothing can be under a name that is no key, so it is as good as deleted.
      if (isKey(key)) await rm(toPath(key), { force: true });
    },
    async list(userId) {
      const folder = getFolder(userId);
      const names = await listNames(join(root, folder));
      return names.map((name) => `${folder}${name}`).filter(isKey);
    },
    listUsers: async () => (await listNames(join(root, 'u'))).flatMap((name) => userOfFolder(name) ?? []),
    openRecord: (name) => openRecord(join(`${root}-records`, name)),
    presignPut: async (grant) => signer(signedAddresses).put(grant),
    presignGet: async (key, options) => signer(signedAddresses).get(key, options),
    signedAddresses,
  };
}

/** None: there is no such folder. */
async function listNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function openRecord(path: string): StoredRecord {
  return {
    async read() {
      try {
        return await readFile(path, 'utf8');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async write(text) {
      const temporary = join(dirname(path), temporaryName());
      await mkdir(dirname(path), { recursive: true });
      // flush: the text is on the disk before it takes the place of the one before.
      await writeFile(temporary, text, { flag: 'wx', flush: true });
      await rename(temporary, path);
    },
  };
}

async function loadRange(path: string, { start, end }: ByteRange): Promise<Buffer> {
  const file = await open(path);
  try {
    const bytes = Buffer.allocUnsafe(end - start + 1);
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, start + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  } finally {
    await file.close();
  }
}

function signer(signedAddresses: SignedAddresses | undefined): SignedAddresses {
  if (!signedAddresses) throw new Error('This store was made without signed addresses');
  return signedAddresses;
}
