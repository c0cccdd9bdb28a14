import { stat } from 'node:fs/promises';
import type { Atelier, FieldSchema, KindDescription } from '@atelier/client';
import { usageError } from './exit-error.ts';

/** Uploads a local file once in each run, however often it is named. */
export type Upload = (path: string) => Promise<string>;

export function uploadOnce(atelier: Pick<Atelier, 'upload'>, note: (line: string) => void): Upload {
  const uploads = new Map<string, Promise<string>>();
  return (path) => {
    const upload = uploads.get(path) ?? startUpload(atelier, path, note);
    uploads.set(path, upload);
    return upload;
  };
}

async function startUpload(
  atelier: Pick<Atelier, 'upload'>,
  path: string,
  note: (line: string) => void,
): Promise<string> {
  const address = await atelier.upload(path);
  note(`Uploaded ${path} as ${address}`);
  return address;
}

export type GivenFields = ReadonlyMap<string, readonly string[]>;

/** Reads `FIELD=VALUE` arguments; a field that is given again has several values. */
export function readFieldArguments(given: readonly string[]): GivenFields {
  const fields = new Map<string, string[]>();
  for (const argument of given) {
    const at = argument.indexOf('=');
    if (at < 1) throw usageError(`-i ${argument} is not FIELD=VALUE`);
    const name = argument.slice(0, at);
    fields.set(name, [...(fields.get(name) ?? []), argument.slice(at + 1)]);
  }
  return fields;
}

/** Throws ExitError for a field that the kind does not have: the site would take the rest and charge for it. */
function assertFields(kind: KindDescription, names: Iterable<string>): void {
  const unknown = [...names].filter((name) => !Object.hasOwn(kind.fields, name));
  if (unknown.length === 0) return;
  const all = Object.keys(kind.fields).join(', ');
  throw usageError(`${kind.kind} has no field ${unknown.join(', ')}. It has: ${all}`);
}

/**
 * Converts texts to an input by the schemas of the kind's fields, and uploads local files. A text that is no value of its
 * field stays a text, and the site refuses it with its own sentence. All are texts when the kind is unknown, which it
 * refuses, too.
 */
export async function toInput(
  kind: KindDescription | undefined,
  given: GivenFields,
  upload: Upload,
  { listSeparator }: { listSeparator?: string } = {},
): Promise<Record<string, unknown>> {
  if (kind) assertFields(kind, given.keys());
  const input: Record<string, unknown> = {};
  for (const [name, texts] of given) {
    const schema = kind?.fields[name];
    if (schema?.type === 'array') {
      const values = listSeparator === undefined ? texts : texts.flatMap((text) => text.split(listSeparator));
      input[name] = await Promise.all(values.map((text) => toValue(schema.items ?? {}, text, upload)));
    } else if (texts.length > 1) throw usageError(`${name} takes one value, not ${texts.length}`);
    else input[name] = await toValue(schema ?? {}, texts[0] ?? '', upload);
  }
  return input;
}

async function toValue(schema: FieldSchema, text: string, upload: Upload): Promise<unknown> {
  const types = [schema.type ?? [], ...(schema.anyOf ?? []).map(({ type }) => type ?? [])].flat();
  if (schema.format === 'uri-reference') return toAddress(text, upload);
  if (text === 'null' && types.includes('null')) return null;
  if (types.includes('boolean') && /^(true|false)$/.test(text)) return text === 'true';
  if (types.some((type) => type === 'integer' || type === 'number') && isNumber(text)) return Number(text);
  if (types.includes('object') && text.startsWith('{')) return parseJson(text);
  return text;
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw usageError(`${text} is not JSON`);
  }
}

/** An address stays as it is; everything else is the path of a local file. */
async function toAddress(text: string, upload: Upload): Promise<string> {
  if (/^(https?:\/\/|data:|\/media\/)/.test(text)) return text;
  const found = await stat(text).catch(() => undefined);
  if (!found?.isFile()) throw usageError(`There is no file ${text}, and it is no address`);
  return upload(text);
}
