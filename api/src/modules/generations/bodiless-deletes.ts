import { AppError } from '@atelier/contract';
import type { FastifyRequest } from 'fastify';
import type { Api } from '../../api.ts';

/** Lets a DELETE announce JSON and send nothing, as many HTTP clients do; without it that is a syntax error. */
export function acceptBodilessDeletes(api: Api): void {
  const parseJson = api.getDefaultJsonParser('error', 'error');
  api.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' && request.method === 'DELETE') done(null, undefined);
    else void parseJson(request, body.toString(), done);
  });
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * A hook before validation: a DELETE may name in its query what its body would, since many clients send no body with it.
 * Throws validation_failed for a field on which query and body differ.
 */
export async function takeQueryAsBody(request: FastifyRequest): Promise<void> {
  const { body = {} } = request;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
  const asked = readQuery(request.query as Fields);
  const issues = Object.keys(asked)
    .filter((name) => Object.hasOwn(body, name) && !isSame(asked[name], (body as Fields)[name]))
    .map((path) => ({
      path,
      message: `${path} must be the same in the query and in the body`,
      code: 'value_refused',
    }));
  if (issues.length > 0) throw new AppError('validation_failed', { details: { issues } });
  request.body = { ...asked, ...body };
}

/** `ids` is a list, however often it is given; the schema of the query reports other values of `deleteFiles`. */
function readQuery({ id, ids, deleteFiles }: Fields): Fields {
  return {
    ...(id !== undefined && { id }),
    ...(ids !== undefined && { ids: [ids].flat() }),
    ...((deleteFiles === 'true' || deleteFiles === 'false') && { deleteFiles: deleteFiles === 'true' }),
  };
}

function isSame(one: unknown, other: unknown): boolean {
  const readText = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.toSorted() : value);
  return readText(one) === readText(other);
}
