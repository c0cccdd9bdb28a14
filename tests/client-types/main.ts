// `npm run client:types`
import { writeFile } from 'node:fs/promises';
import { startStack } from '@atelier/dev-stack';
import { type ApiDocument, generateTypes, typesFile } from './generate-types.ts';

const stack = await startStack({ hasWeb: false });
try {
  const reply = await fetch(`${stack.url}/api/openapi.json`);
  await writeFile(typesFile, await generateTypes((await reply.json()) as ApiDocument));
} finally {
  await stack.stop();
}
