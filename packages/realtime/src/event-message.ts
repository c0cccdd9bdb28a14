import { AppError, type ServerEventBody, type ServerEventName } from '@atelier/contract';

/**
 * Bytes of the whole message. PostgreSQL refuses a NOTIFY payload of 8,000 bytes or more; on Redis the limit only keeps
 * messages small.
 */
export const maxMessageBytes = { postgres: 7_999, redis: 16_000 } as const;

/**
 * The body to send: unchanged when the message around it fits, else, for a generation, a pointer by which the client
 * reads it.
 * @throws AppError internal_error for any other event that does not fit.
 */
export function fitBody<Name extends ServerEventName>(
  name: Name,
  body: ServerEventBody<Name>,
  maxBytes: number,
  encode: (body: ServerEventBody<Name>) => string,
): ServerEventBody<Name> {
  if (Buffer.byteLength(encode(body)) <= maxBytes) return body;
  if ('generation' in body) {
    const { id, revision } = body.generation;
    return { pointer: { id, revision } } as ServerEventBody<Name>;
  }
  throw new AppError('internal_error', { message: `The event "${name}" is larger than ${maxBytes} bytes` });
}
