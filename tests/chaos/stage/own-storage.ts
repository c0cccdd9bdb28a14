import { mkdir, readdir, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Settings } from '@atelier/dev-stack';
import { startS3Server } from '@atelier/storage/testing/s3-server';

export type StoredFiles = Map<string, { bytes: number }>;

export type OwnStorage = {
  /** Port of the server; 0 without one. */
  port(): number;
  /** Returns the settings of a process that reaches the server at this port. */
  settings(port: number): Settings;
  /** Everything that is stored, by key. */
  list(): Promise<StoredFiles>;
  /** Makes every call fail until the returned function is called; rejects when files are not on disk. */
  breakFolder(): Promise<() => Promise<void>>;
  close(): Promise<void>;
};

/** Where results are kept: a folder that all processes share, or a server that speaks S3. */
export async function openStorage(kind: 'disk' | 's3', dataDir: string): Promise<OwnStorage> {
  return kind === 's3' ? openS3() : openDisk(dataDir);
}

/** The folder is a link, so that it can be replaced in one step while processes write to it. */
async function openDisk(dataDir: string): Promise<OwnStorage> {
  const [files, realFolder, noFolder] = ['files', 'real-files', 'no-files'].map((name) =>
    join(dataDir, name),
  ) as [string, string, string];
  const pointTo = async (target: string) => {
    await symlink(target, `${files}.new`);
    await rename(`${files}.new`, files);
  };
  await mkdir(realFolder);
  await writeFile(noFolder, 'a file where a folder should be');
  await pointTo(realFolder);
  return {
    port: () => 0,
    settings: () => ({}),
    list: () => listFiles(realFolder, (path) => (path.startsWith(`u${sep}`) ? path : undefined)),
    async breakFolder() {
      await pointTo(noFolder);
      return () => pointTo(realFolder);
    },
    close: async () => undefined,
  };
}

async function openS3(): Promise<OwnStorage> {
  const server = await startS3Server();
  const { settings } = server;
  const bucket = join(server.folder, settings.S3_BUCKET);
  /** Each object is a file of its own beside its metadata. */
  const formatKey = (path: string) => /^(u\/.+)\._S3rver_object$/.exec(path)?.[1];
  return {
    port: () => Number(new URL(settings.S3_ENDPOINT).port),
    settings: (port) => ({ ...settings, S3_ENDPOINT: `http://127.0.0.1:${port}` }),
    list: () => listFiles(bucket, formatKey),
    breakFolder: () => Promise.reject(new Error('There is no folder')),
    close: () => server.close(),
  };
}

async function listFiles(
  folder: string,
  formatKey: (path: string) => string | undefined,
): Promise<StoredFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: StoredFiles = new Map();
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const key = entry.isFile() ? formatKey(relative(folder, path)) : undefined;
    const file = key === undefined ? undefined : await statIfThere(path);
    if (key !== undefined && file) files.set(key, { bytes: file.size });
  }
  return files;
}

/** Returns undefined when the file was deleted since the folder was read. */
async function statIfThere(path: string): Promise<{ size: number } | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
