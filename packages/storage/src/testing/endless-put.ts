// Test fixture: puts a file that never ends into the store below the folder it is given, until it is killed.
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createDiskStore } from '../disk-store.ts';
import { newKey } from '../keys.ts';

const [, , folder = '', userId = ''] = process.argv;
const store = createDiskStore(join(folder, 'files'));
const endless = new Readable({
  read() {
    setTimeout(() => this.push(Buffer.alloc(65_536)), 20);
  },
});
await store.put(newKey(userId, 'video/mp4'), endless, { contentType: 'video/mp4', maxBytes: 1e12 });
