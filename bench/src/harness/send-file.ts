import { type ClientRequest, request } from 'node:http';

export type Sent = { status: number };

type Options = {
  url: string;
  method: 'POST' | 'PUT';
  headers: Record<string, string>;
  body: Buffer;
  /** Closes the connection after this many bytes; the status is then 0. */
  cutAfterBytes?: number;
};

const chunkBytes = 256 * 1024;

/** Sends a body in chunks, respecting backpressure. */
export async function sendFile({ url, method, headers, body, cutAfterBytes }: Options): Promise<Sent> {
  const { promise, resolve, reject } = Promise.withResolvers<Sent>();
  const call = request(url, {
    method,
    headers: { ...headers, 'content-length': String(body.length) },
    agent: false,
  });
  call.on('response', (response) => {
    response.resume();
    response.on('end', () => resolve({ status: response.statusCode ?? 0 }));
  });
  call.on('error', (error) => (cutAfterBytes === undefined ? reject(error) : resolve({ status: 0 })));
  await writeChunks(call, body.subarray(0, cutAfterBytes));
  if (cutAfterBytes === undefined) call.end();
  else call.destroy();
  return promise;
}

async function writeChunks(call: ClientRequest, body: Buffer): Promise<void> {
  for (let at = 0; at < body.length && !call.destroyed; at += chunkBytes) {
    await new Promise<void>((done) => call.write(body.subarray(at, at + chunkBytes), () => done()));
  }
}
