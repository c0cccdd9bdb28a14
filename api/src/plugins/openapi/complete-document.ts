import type { ApiCallName } from '@atelier/contract';
import type { OpenAPIV3_1 as OpenApi } from 'openapi-types';
import { examples } from './examples.ts';

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Adds what no route's schema knows: a name for each operation, its refusals, and what calls look like. */
export function completeDocument(document: Partial<OpenApi.Document>): Partial<OpenApi.Document> {
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const method of methods) {
      const operation = item?.[method];
      if (!operation) continue;
      operation.operationId = operationIdOf(method, path);
      const refusal = operation.responses?.default;
      if (operation.responses && refusal) operation.responses['4XX'] = refusal;
      addExamples(operation, `${method.toUpperCase()} ${path}` as ApiCallName);
    }
  }
  return document;
}

/** `post /api/generations/{id}/cancel` is `postGenerationsByIdCancel`: stable while the address is. */
function operationIdOf(method: string, path: string): string {
  const words = path.replace('/api/', '').replace(/\{(\w+)\}/g, 'by-$1');
  return `${method}-${words}`.replace(/[^a-zA-Z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function addExamples(operation: OpenApi.OperationObject, name: ApiCallName): void {
  const example = examples[name];
  if (!example) return;
  const body = operation.requestBody as OpenApi.RequestBodyObject | undefined;
  const reply = operation.responses?.['200'] as OpenApi.ResponseObject | undefined;
  setExample(body?.content['application/json'], example.body);
  setExample(reply?.content?.['application/json'], example.reply);
}

function setExample(media: OpenApi.MediaTypeObject | undefined, example: unknown): void {
  if (media && example !== undefined) media.example = example;
}
