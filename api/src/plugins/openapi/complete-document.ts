import type { ApiCallName } from '@atelier/contract';
import type { OpenAPIV3_1 as OpenApi } from 'openapi-types';
import { bodySchemas, describedBodies, kindExamples } from './bodies.ts';
import { descriptions } from './descriptions.ts';
import { examples } from './examples.ts';

const retryAfter = (when: string): Record<string, OpenApi.HeaderObject> => ({
  'Retry-After': {
    description: `Seconds after which to try again, with every ${when}.`,
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
});

/** Refusals that every operation may have, and what a client finds in them. */
function sharedReplies(refusal: OpenApi.ResponseObject): Record<string, OpenApi.ResponseObject> {
  return {
    Refusal: { ...refusal, description: 'Refused, or failed: `code` says why and never changes.' },
    TooMany: { ...refusal, description: 'Too many at a time.', headers: retryAfter('429') },
    Unavailable: { ...refusal, description: 'Unavailable at the moment.', headers: retryAfter('503') },
  };
}

/** Targets of the operations that reply with a redirect. */
const redirects: Readonly<Record<string, string>> = {
  'GET /api/auth/login': 'To the identity provider.',
  'GET /api/auth/callback': 'To the page that the sign-in was begun from, with the cookie of the session.',
};

/** The forms of uploads. Their files are read as they come, so that no schema checks them. */
const formBody: OpenApi.RequestBodyObject = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: {
          file: { type: 'string', format: 'binary', description: 'The one file, under any name.' },
        },
        required: ['file'],
      },
    },
  },
};

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Adds what no route's schema knows: operation ids, refusals, the bodies that the catalog checks, and examples. */
export function completeDocument(document: Partial<OpenApi.Document>): Partial<OpenApi.Document> {
  const bodies = describedBodies();
  const examplesOfKinds = kindExamples();
  let refusal: OpenApi.ResponseObject | undefined;
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const method of methods) {
      const operation = item?.[method];
      if (!operation) continue;
      operation.operationId = formatOperationId(method, path);
      const name = `${method.toUpperCase()} ${path}`;
      refusal ??= operation.responses?.default as OpenApi.ResponseObject | undefined;
      Object.assign(operation, { responses: completeReplies(name, operation.responses ?? {}) });
      const sentences = [descriptions[name], operation.description].filter((each) => each !== undefined);
      operation.description = sentences.join('\n\n');
      if (path.startsWith('/api/upload-')) Object.assign(operation, { requestBody: formBody });
      const json = findJsonBody(operation);
      // Its query may name the same.
      if (json && method === 'delete') (operation.requestBody as OpenApi.RequestBodyObject).required = false;
      if (json && bodies[name]) json.schema = bodies[name];
      if (json && examplesOfKinds[name]) json.examples = examplesOfKinds[name];
      if (path.startsWith(falPath)) describeModelId(operation);
      addExamples(operation, name as ApiCallName);
    }
  }
  const { components } = document;
  return {
    ...document,
    components: {
      ...components,
      schemas: { ...components?.schemas, ...bodySchemas() },
      ...(refusal && { responses: sharedReplies(refusal) }),
    },
  };
}

function completeReplies(name: string, replies: OpenApi.ResponsesObject): OpenApi.ResponsesObject {
  const redirect = redirects[name];
  const own = Object.entries(replies)
    .filter(([status]) => /^[23]/.test(status))
    .map(([status, reply]): [string, OpenApi.ResponseObject] => {
      const { description, ...rest } = reply as OpenApi.ResponseObject;
      return [status, { description: description === 'Default Response' ? 'Success' : description, ...rest }];
    });
  const location: OpenApi.HeaderObject = { description: redirect, schema: { type: 'string' } };
  return {
    ...Object.fromEntries(own),
    ...(redirect && { 302: { description: redirect, headers: { Location: location } } }),
    429: { $ref: '#/components/responses/TooMany' },
    503: { $ref: '#/components/responses/Unavailable' },
    default: { $ref: '#/components/responses/Refusal' },
  };
}

/** Ids of fal's models have two parts or more, and a parameter of a path has no slash. */
function describeModelId({ parameters = [] }: OpenApi.OperationObject): void {
  for (const parameter of parameters as OpenApi.ParameterObject[]) {
    if (parameter.name === 'owner') parameter.description = "The first part of the model's id.";
    if (parameter.name === 'app')
      parameter.description =
        "The rest of the model's id, of any number of parts. Its slashes may be sent as `%2F`.";
  }
}

/** Where fal's models are asked; the id of a model may have more parts than these two. */
const falPath = '/api/wan/fal/proxy/{owner}/{app}';

/** `post /api/generations/{id}/cancel` is `postGenerationsByIdCancel`: stable while the address is. */
function formatOperationId(method: string, path: string): string {
  const words = path.replace('/api/', '').replace(/\{(\w+)\}/g, 'by-$1');
  return `${method}-${words}`.replace(/[^a-zA-Z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function addExamples(operation: OpenApi.OperationObject, name: ApiCallName): void {
  const example = examples[name];
  if (!example) return;
  const reply = operation.responses?.['200'] as OpenApi.ResponseObject | undefined;
  setExample(findJsonBody(operation), example.body);
  setExample(reply?.content?.['application/json'], example.reply);
}

function findJsonBody({ requestBody }: OpenApi.OperationObject): OpenApi.MediaTypeObject | undefined {
  return (requestBody as OpenApi.RequestBodyObject | undefined)?.content['application/json'];
}

function setExample(media: OpenApi.MediaTypeObject | undefined, example: unknown): void {
  if (media && example !== undefined) media.example = example;
}
