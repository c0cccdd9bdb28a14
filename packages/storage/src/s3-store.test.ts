import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { expect, it } from 'vitest';
import { getFolder, newKey } from './keys.ts';
import { createS3Store } from './s3-store.ts';
import { serve } from './testing/serve.ts';

const pageSize = 1_000;
const token = 'a+token/of=';

/** The S3 server of the other tests fails on the second page of a list, so this one answers as S3 does. */
function listing(prefix: string, keys: readonly string[]): RequestListener {
  return (request, response) => {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams;
    const start = Number(query.get('continuation-token')?.replace(token, '') ?? 0);
    if (query.get('prefix') !== prefix || Number.isNaN(start)) return response.writeHead(400).end();
    const end = start + pageSize;
    const next = end < keys.length ? `<NextContinuationToken>${token}${end}</NextContinuationToken>` : '';
    const contents = keys.slice(start, end).map((key) => `<Contents><Key>${key}</Key></Contents>`);
    response.writeHead(200, { 'content-type': 'application/xml' });
    return response.end(`<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`);
  };
}

it('the store lists all files of a user, a thousand at a time, so that an erasure misses none', async () => {
  const owner = randomUUID();
  const keys = Array.from({ length: 2_003 }, () => newKey(owner, 'image/webp'));
  const { url: endpoint, requests } = await serve(listing(getFolder(owner), keys));
  const access = { bucket: 'files', region: 'us-east-1', accessKeyId: 'x', secretAccessKey: 'x' };
  expect(await createS3Store({ endpoint, ...access }).list(owner)).toEqual(keys);
  expect(requests).toHaveLength(3);
});
