import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Reply, TestBrowser } from '../../../testing/test-browser.ts';

export const boundary = 'a-boundary';
export const formType = `multipart/form-data; boundary=${boundary}`;

export type Part = { name?: string; filename?: string; type?: string; content: Buffer | string };

/** A multipart body; a part without `filename` is a field. */
export function form(...parts: Part[]): Buffer {
  const blocks = parts.flatMap(({ name = 'file', filename, type = 'video/mp4', content }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"\r\ncontent-type: ${type}`;
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`;
    return [Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')];
  });
  return Buffer.concat([...blocks, Buffer.from(`--${boundary}--\r\n`)]);
}

export function upload(
  browser: TestBrowser,
  path: string,
  content: Buffer,
  filename = 'a.mp4',
): Promise<Reply> {
  const body = form({ filename, content });
  return browser.post(path, body, { headers: { 'content-type': formType } });
}

type Sent = {
  url: string;
  method?: string;
  headers: Record<string, string>;
  /** Sent one at a time, without a content length. */
  chunks: readonly Buffer[];
  /** The connection is cut when this resolves. */
  cutAfter?: () => Promise<unknown>;
};

/** Sends what a well-behaved client would not: a body of undeclared length, or half of one. */
export async function sendChunks({ url, method = 'POST', headers, chunks, cutAfter }: Sent) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  const request = httpRequest(url, { method, headers, agent: false }, (response) => {
    text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
  });
  request.on('error', (error) => (cutAfter ? resolve({ status: 0, body: '' }) : reject(error)));
  for (const chunk of chunks) {
    await new Promise<void>((done) => request.write(chunk, () => done()));
  }
  if (!cutAfter) request.end();
  else await cutAfter().finally(() => request.destroy());
  return promise;
}
