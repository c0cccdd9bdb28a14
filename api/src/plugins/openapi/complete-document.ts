import type { ApiCallName } from '@atelier/contract';
import type { OpenAPIV3_1 as OpenApi } from 'openapi-types';
import { bodySchemas, describedBodies, falExamples } from './bodies.ts';
import { examples } from './examples.ts';

const retryAfter: Record<string, OpenApi.HeaderObject> = {
  'Retry-After': { description: 'Seconds to wait, with every 429', schema: { type: 'integer', minimum: 1 } },
};

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Adds what no route's schema knows: operation ids, refusals, the bodies that the catalog checks, and examples. */
export function completeDocument(document: Partial<OpenApi.Document>): Partial<OpenApi.Document> {
  const bodies = describedBodies();
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const method of methods) {
      const operation = item?.[method];
      if (!operation) continue;
      operation.operationId = operationIdOf(method, path);
      const refusal = operation.responses?.default;
      if (operation.responses && refusal)
        operation.responses['4XX'] = Object.assign({}, refusal, { headers: retryAfter });
      const name = `${method.toUpperCase()} ${path}`;
      const json = jsonBodyOf(operation);
      // Its query may name the same.
      if (json && method === 'delete') (operation.requestBody as OpenApi.RequestBodyObject).required = false;
      if (json && bodies[name]) json.schema = bodies[name];
      if (json && method === 'post' && path === falPath) json.examples = falExamples();
      addExamples(operation, name as ApiCallName);
    }
  }
  const { components } = document;
  return {
    ...document,
    components: { ...components, schemas: { ...components?.schemas, ...bodySchemas() } },
  };
}

/** Where fal's models are asked; the id of a model may have more parts than these two. */
const falPath = '/api/wan/fal/proxy/{owner}/{app}';

/** `post /api/generations/{id}/cancel` is `postGenerationsByIdCancel`: stable while the address is. */
function operationIdOf(method: string, path: string): string {
  const words = path.replace('/api/', '').replace(/\{(\w+)\}/g, 'by-$1');
  return `${method}-${words}`.replace(/[^a-zA-Z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function addExamples(operation: OpenApi.OperationObject, name: ApiCallName): void {
  const example = examples[name];
  if (!example) return;
  const reply = operation.responses?.['200'] as OpenApi.ResponseObject | undefined;
  setExample(jsonBodyOf(operation), example.body);
  setExample(reply?.content?.['application/json'], example.reply);
}

function jsonBodyOf({ requestBody }: OpenApi.OperationObject): OpenApi.MediaTypeObject | undefined {
  return (requestBody as OpenApi.RequestBodyObject | undefined)?.content['application/json'];
}

function setExample(media: OpenApi.MediaTypeObject | undefined, example: unknown): void {
  if (media && example !== undefined) media.example = example;
}
