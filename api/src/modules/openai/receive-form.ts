import { AppError, maxUploadBytes } from '@atelier/contract';
import type { FastifyRequest } from 'fastify';
import { setBodyDeadline } from '../../plugins/request-bodies.ts';
import { toUploadError } from '../uploads/receive-multipart.ts';
import { discardUpload, storeUpload, type UploadDeps } from '../uploads/store-upload.ts';
import { wrong } from './to-input.ts';

/** The fields of a form, and the storage keys of its files. */
export type ReceivedForm = { fields: Record<string, unknown>; images: string[]; mask: string | undefined };

const maxImages = 16;
const limits = {
  files: maxImages + 1,
  fields: 30,
  parts: maxImages + 31,
  fieldSize: 40_000,
  fieldNameSize: 100,
};
/** Fields of forms are texts. */
const numbers = new Set(['n', 'seed', 'partial_images']);

/**
 * Stores the pictures of a form (`image`, `image[]`, `mask`) as uploads of the user. Leaves nothing behind when it fails.
 * Throws AppError: no_file, unsupported_file, size_limit, too_many_parts, invalid_multipart, unsupported_media_type.
 */
export async function receiveForm(
  deps: UploadDeps,
  request: FastifyRequest,
  userId: string,
): Promise<ReceivedForm> {
  const form: ReceivedForm = { fields: {}, images: [], mask: undefined };
  setBodyDeadline(request.raw, deps.env.UPLOAD_DEADLINE_SECONDS * 1_000);
  try {
    // One byte more than allowed is let through, so that our own count reports the excess.
    const fileSize = maxUploadBytes('image') + 1;
    for await (const part of request.parts({ limits: { ...limits, fileSize } })) {
      if (part.type === 'field') form.fields[part.fieldname] = readField(part.fieldname, part.value);
      else {
        const { key } = await storeUpload(deps, { userId, source: part.file, accept: 'image' });
        if (part.fieldname === 'mask') form.mask = key;
        else if (/^image(\[\])?$/.test(part.fieldname)) form.images.push(key);
        else {
          await discardUpload(deps, key);
          throw wrong(part.fieldname, 'This is no file of an edit: use image, image[] or mask');
        }
      }
    }
    if (form.images.length === 0) throw new AppError('no_file');
    return form;
  } catch (error) {
    await discardForm(deps, form);
    throw toUploadError(error);
  }
}

export async function discardForm(deps: UploadDeps, { images, mask }: ReceivedForm): Promise<void> {
  await Promise.all([...images, ...(mask ? [mask] : [])].map((key) => discardUpload(deps, key)));
}

function readField(name: string, value: unknown): unknown {
  if (value === 'true' || value === 'false') return value === 'true';
  return numbers.has(name) && value !== '' ? Number(value) : value;
}
