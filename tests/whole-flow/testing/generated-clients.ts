import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { repositoryRoot } from '@atelier/dev-stack';

/** Results of a program that uses a generated client on a picture: the addresses and bytes that it got. */
export type ProgramRun = {
  uploaded: string;
  presigned: string;
  status: string;
  refusal: { code: string; fields: string[] };
  bytes: Uint8Array;
  falBytes: Uint8Array;
};

export type Program = {
  name: string;
  run(site: { url: string; key: string; picture: Uint8Array<ArrayBuffer> }): Promise<ProgramRun>;
};

// Both generators use the compiler as a library, which TypeScript 7 is not; this workspace has an earlier one for them.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, specifier === 'typescript' ? { ...context, parentURL: import.meta.url } : context),
});
const compiler = createRequire(import.meta.url).resolve('typescript/lib/tsc.js');
/** Folder below the repository's packages, so that the programs find those that they import. */
const folder = join(repositoryRoot, 'node_modules', '.cache', 'generated-clients');

/** Generates a client with each generator, compiles it with a program that uses it, and loads the programs. */
export async function generateClients(document: object): Promise<Program[]> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await Promise.all([generateTypes(document), generateSdk(document)]);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  await promisify(execFile)(process.execPath, [compiler, '-p', folder]).catch((error: { stdout: string }) => {
    throw new Error(`The generated clients do not compile:\n${error.stdout.slice(0, 5_000)}`);
  });
  return Promise.all(['openapi-typescript', '@hey-api/openapi-ts'].map(loadProgram));
}

const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: [],
  rootDir: 'src',
  outDir: 'out',
};

async function loadProgram(name: string): Promise<Program> {
  const file = name === 'openapi-typescript' ? 'types-program.js' : 'sdk-program.js';
  const loaded = (await import(pathToFileURL(join(folder, 'out', file)).href)) as Pick<Program, 'run'>;
  return { name, run: loaded.run };
}

async function generateTypes(document: object): Promise<void> {
  const { default: generate, astToString } = await import('openapi-typescript');
  const { factory } = await import('typescript');
  const ast = await generate(structuredClone(document) as Parameters<typeof generate>[0], {
    defaultNonNullable: false,
    transform: ({ format }) => (format === 'binary' ? factory.createTypeReferenceNode('Blob') : undefined),
  });
  await mkdir(join(folder, 'src'), { recursive: true });
  await writeFile(join(folder, 'src', 'schema.ts'), astToString(ast));
  await writeFile(join(folder, 'src', 'types-program.ts'), typesProgram);
}

async function generateSdk(document: object): Promise<void> {
  const { createClient } = await import('@hey-api/openapi-ts');
  const input = join(folder, 'openapi.json');
  await writeFile(input, JSON.stringify(document));
  await createClient({
    input,
    output: { path: join(folder, 'src', 'sdk') },
    plugins: ['@hey-api/client-fetch', '@hey-api/sdk', '@hey-api/typescript'],
    logs: { level: 'silent', file: false },
  });
  await writeFile(join(folder, 'src', 'sdk-program.ts'), sdkProgram);
}

/** Code that both programs share; each has its own calls. */
const sharedProgram = `
type Site = { url: string; key: string; picture: Uint8Array<ArrayBuffer> };
const wait = () => new Promise((resolve) => setTimeout(resolve, 50));
const read = async (address: string) => new Uint8Array(await (await fetch(address)).arrayBuffer());
function need<Value>(value: Value | null | undefined, error?: unknown): Value {
  if (value === null || value === undefined) throw new Error(JSON.stringify(error));
  return value;
}
`;

const typesProgram = `
import createClient from 'openapi-fetch';
import type { paths } from './schema.js';
${sharedProgram}
export async function run({ url, key, picture }: Site) {
  const client = createClient<paths>({ baseUrl: url, headers: { authorization: 'Bearer ' + key } });
  const upload = await client.POST('/api/upload-image-wan-i2v', {
    body: { file: new Blob([picture], { type: 'image/png' }) },
    bodySerializer({ file }) {
      const form = new FormData();
      form.append('file', file, 'a.png');
      return form;
    },
  });
  const { imageUrl } = need(upload.data, upload.error);

  const grant = await client.POST('/api/generate-presigned-url', {
    body: { filename: 'a.png', contentType: 'image/png', size: picture.length },
  });
  const { url: target, key: fileKey } = need(grant.data, grant.error);
  await fetch(target, { method: 'PUT', body: picture, headers: { 'content-type': 'image/png' } });
  const confirmed = await client.POST('/api/uploads/confirm', { body: { key: fileKey } });

  const refused = await client.POST('/api/wan/createVideo', {
    body: { video_generation_type: 'image-to-video', prompt: '', image_url: imageUrl },
  });
  const { code, issues = [] } = need(refused.error);

  const created = await client.POST('/api/generations', {
    body: { kind: 'flux-dev-image-to-image', input: { prompt: 'A paper boat', image_url: imageUrl } },
  });
  const { id } = need(created.data, created.error);
  const path = { id };
  let followed = need((await client.GET('/api/generations/{id}', { params: { path } })).data).generation;
  while (followed.status === 'pending' || followed.status === 'processing') {
    await wait();
    followed = need((await client.GET('/api/generations/{id}', { params: { path } })).data).generation;
  }

  const model = { owner: 'fal-ai', app: 'flux/schnell' };
  const submitted = await client.POST('/api/wan/fal/proxy/{owner}/{app}', {
    params: { path: model },
    body: { prompt: 'A paper boat' },
  });
  const { request_id } = need(submitted.data, submitted.error);
  const request = { params: { path: { ...model, request_id } } };
  const statusPath = '/api/wan/fal/proxy/{owner}/{app}/requests/{request_id}/status';
  while (need((await client.GET(statusPath, request)).data).status !== 'COMPLETED') await wait();
  const result = await client.GET('/api/wan/fal/proxy/{owner}/{app}/requests/{request_id}', request);
  const { images } = need(result.data) as { images: { url: string }[] };
  const own = await fetch(new URL(need(followed.outputs[0]?.url), url), {
    headers: { authorization: 'Bearer ' + key },
  });
  return {
    uploaded: imageUrl,
    presigned: need(confirmed.data, confirmed.error).url,
    status: followed.status,
    refusal: { code, fields: issues.map(({ path }) => path) },
    bytes: new Uint8Array(await own.arrayBuffer()),
    falBytes: await read(need(images[0]).url),
  };
}
`;

const sdkProgram = `
import { createClient } from './sdk/client/index.js';
import * as atelier from './sdk/index.js';
${sharedProgram}
export async function run({ url, key, picture }: Site) {
  const client = createClient({ baseUrl: url, auth: (auth) => (auth.scheme === 'bearer' ? key : undefined) });
  const file = new File([picture], 'a.png', { type: 'image/png' });
  const upload = await atelier.postUploadImageWanI2V({ client, body: { file } });
  const { imageUrl } = need(upload.data, upload.error);

  const grant = await atelier.postGeneratePresignedUrl({
    client,
    body: { filename: 'a.png', contentType: 'image/png', size: picture.length },
  });
  const { url: target, key: fileKey } = need(grant.data, grant.error);
  await fetch(target, { method: 'PUT', body: picture, headers: { 'content-type': 'image/png' } });
  const confirmed = await atelier.postUploadsConfirm({ client, body: { key: fileKey } });

  const refused = await atelier.postWanCreateVideo({
    client,
    body: { video_generation_type: 'image-to-video', prompt: '', image_url: imageUrl },
  });
  const { code, issues = [] } = need(refused.error);

  const created = await atelier.postWanCreateImage({
    client,
    body: {
      image_generation_type: 'image-to-image',
      model: 'flux-dev',
      prompt: 'A paper boat',
      image_url: imageUrl,
    },
  });
  const { id } = need(created.data, created.error);
  let followed = need((await atelier.getGenerationsById({ client, path: { id } })).data).generation;
  while (followed.status === 'pending' || followed.status === 'processing') {
    await wait();
    followed = need((await atelier.getGenerationsById({ client, path: { id } })).data).generation;
  }

  const model = { owner: 'fal-ai', app: 'flux/schnell' };
  const submitted = await atelier.postWanFalProxyByOwnerByApp({
    client,
    path: model,
    body: { prompt: 'A paper boat' },
  });
  const { request_id } = need(submitted.data, submitted.error);
  const request = { client, path: { ...model, request_id } };
  const ask = () => atelier.getWanFalProxyByOwnerByAppRequestsByRequestIdStatus(request);
  while (need((await ask()).data).status !== 'COMPLETED') await wait();
  const result = await atelier.getWanFalProxyByOwnerByAppRequestsByRequestId(request);
  const { images } = need(result.data) as { images: { url: string }[] };
  const own = await fetch(new URL(need(followed.outputs[0]?.url), url), {
    headers: { authorization: 'Bearer ' + key },
  });
  return {
    uploaded: imageUrl,
    presigned: need(confirmed.data, confirmed.error).url,
    status: followed.status,
    refusal: { code, fields: issues.map(({ path }) => path) },
    bytes: new Uint8Array(await own.arrayBuffer()),
    falBytes: await read(need(images[0]).url),
  };
}
`;
