import { readFileSync } from 'node:fs';
import { type EndpointSchema, readOpenApi } from '@atelier/fal';
import { nearest } from './nearest.ts';
import { readTypes } from './read-types.ts';

/** Where fal publishes the OpenAPI document of an endpoint's queue. */
const documents = 'https://fal.ai/api/openapi/queue/openapi.json';

/** The types of the installed client. An unknown endpoint is an error that names those that resemble it. */
export function fromInstalledTypes(endpoint: string): EndpointSchema {
  const types = readTypes();
  if (types.endpoints.includes(endpoint)) return types.read(endpoint);
  const names = nearest(endpoint, types.endpoints).join('\n  ');
  throw new Error(`fal's client declares no endpoint ${endpoint}. The nearest ones are:\n  ${names}`);
}

export function fromFile(file: string, endpoint: string): EndpointSchema {
  return readOpenApi(JSON.parse(readFileSync(file, 'utf8')), endpoint);
}

/** Asks fal itself. */
export async function fromFal(endpoint: string): Promise<EndpointSchema> {
  const url = `${documents}?endpoint_id=${encodeURIComponent(endpoint)}`;
  const reply = await fetch(url).catch((error: Error) => {
    const reason = error.cause instanceof Error ? error.cause.message : error.message;
    throw new Error(`fal.ai cannot be reached (${reason}). Without --fetch the installed types are read.`);
  });
  if (!reply.ok) throw new Error(`fal.ai answers ${reply.status} for the document of ${endpoint}`);
  return readOpenApi(await reply.json(), endpoint);
}
