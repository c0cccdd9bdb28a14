// A disk in memory, in the place of node:fs where the worker saves results and looks for what was left of them. Nothing of
// it survives, as with a worker's temporary folder, so that a folder is never there to be read.
import { Readable, Writable } from 'node:stream';

const files = new Map<string, Buffer>();
let folders = 0;

export async function mkdir(): Promise<void> {}

export async function mkdtemp(prefix: string): Promise<string> {
  folders += 1;
  return `${prefix}-${folders}`;
}

export async function rm(path: string): Promise<void> {
  for (const name of files.keys()) if (name.startsWith(path)) files.delete(name);
}

export async function readdir(path: string): Promise<never> {
  throw Object.assign(new Error(`No folder ${path}`), { code: 'ENOENT', syscall: 'scandir' });
}

export async function stat(path: string): Promise<never> {
  throw Object.assign(new Error(`No file ${path}`), { code: 'ENOENT', syscall: 'stat' });
}

export function createReadStream(path: string): Readable {
  return Readable.from([readFile(path)]);
}

export function createWriteStream(path: string): Writable {
  files.set(path, Buffer.alloc(0));
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      files.set(path, Buffer.concat([readFile(path), chunk]));
      done();
    },
  });
}

export function readFile(path: string): Buffer {
  const content = files.get(path);
  if (!content) throw Object.assign(new Error(`No file ${path}`), { code: 'ENOENT', syscall: 'open' });
  return content;
}

export function writeFile(path: string, content: Buffer): void {
  files.set(path, content);
}
