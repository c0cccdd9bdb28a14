// The baseline of P8, forked: only writes each body to a new file in the given folder.
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const folder = process.argv[2] ?? '';
let files = 0;

const http = createServer(async (request, response) => {
  files += 1;
  await pipeline(request, createWriteStream(join(folder, String(files))));
  response.end();
});
process.on('disconnect', () => process.exit(0));

http.listen(0, '127.0.0.1', () => process.send?.({ port: (http.address() as AddressInfo).port }));
