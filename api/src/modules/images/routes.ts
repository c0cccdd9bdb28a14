import { defaultInput, inputIssue, type Kind, kindsOf } from '@atelier/catalog';
import {
  AppError,
  createImageBody,
  createReply,
  deleteImagesBody,
  deleteImagesReply,
  favoriteImageBody,
  favoriteImageReply,
  imageFacetsReply,
  imageHistoryQuery,
  imageHistoryReply,
} from '@atelier/contract';
import { listImageFacets } from '@atelier/db';
import type { Api, RouteDeps } from '../../api.ts';
import { createLimit } from '../../plugins/rate-limit.ts';
import { signedIn } from '../auth/session.ts';
import { toCreateReply } from '../generations/submission-reply.ts';
import { submissionOrigin } from '../generations/submission-request.ts';
import { submitGeneration } from '../generations/submit-generation.ts';
import { deleteImages, favoriteImages } from './change-images.ts';
import { downloadRoutes } from './download.ts';
import { readImageHistory } from './image-history.ts';

const tags = ['images'];

export function imageRoutes(api: Api, deps: RouteDeps): void {
  addCreation(api, deps);
  addLists(api, deps);
  addChanges(api, deps);
  downloadRoutes(api, deps);
}

function addCreation(api: Api, deps: RouteDeps): void {
  api.post(
    '/api/wan/createImage',
    {
      ...createLimit(deps.env),
      schema: {
        tags,
        summary: 'Submit an image generation',
        body: createImageBody,
        response: { 200: createReply },
      },
    },
    async (request) => {
      const kind = findImageKind(request.body);
      const submission = { kind, raw: request.body, origin: submissionOrigin(request) };
      return toCreateReply(await submitGeneration(deps, signedIn(request), submission), deps.mediaUrl);
    },
  );
}

function addLists(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/image-generation/history',
    {
      schema: {
        tags,
        summary: 'Own images, newest first',
        querystring: imageHistoryQuery,
        response: { 200: imageHistoryReply },
      },
    },
    async (request) => readImageHistory(deps, signedIn(request).userId, request.query),
  );

  api.get(
    '/api/image-generation/facets',
    {
      schema: { tags, summary: 'What own images can be filtered by', response: { 200: imageFacetsReply } },
    },
    async (request) => listImageFacets(deps.db.pool, signedIn(request).userId),
  );
}

function addChanges(api: Api, deps: RouteDeps): void {
  api.delete(
    '/api/image-generation/delete',
    {
      schema: {
        tags,
        summary: 'Delete images and, when asked, their files',
        body: deleteImagesBody,
        response: { 200: deleteImagesReply },
      },
    },
    async (request) => {
      const { ids, deleteFiles = ids.length === 1 } = request.body;
      const deletion = { ids, userId: signedIn(request).userId, deleteFiles };
      return { success: true as const, deletedCount: await deleteImages(deps, deletion) };
    },
  );

  api.post(
    '/api/image-generation/favorite',
    {
      schema: {
        tags,
        summary: 'Set the star and the tags of images',
        body: favoriteImageBody,
        response: { 200: favoriteImageReply },
      },
    },
    async (request) => {
      const { imageId, ...marks } = request.body;
      const ids = typeof imageId === 'string' ? [imageId] : imageId;
      const data = await favoriteImages(deps, { ...marks, ids, userId: signedIn(request).userId });
      return { success: true as const, data };
    },
  );
}

type Named = Readonly<Record<string, unknown>>;

/**
 * The kind that a submission means: one of its type, by its model or its own id. Throws invalid_image_generation_type, or
 * validation_failed when the type has no such model.
 */
function findImageKind({ image_generation_type: type, ...body }: Named): Kind {
  const kinds = kindsOf('image').filter((kind) => namesOf(kind).mode === type);
  if (kinds.length === 0) throw new AppError('invalid_image_generation_type');
  const model = body.model ?? body.model_name;
  const kind = kinds.find((candidate) => candidate.id === model || namesOf(candidate).model === model);
  if (kind) return kind;
  const options = kinds.map((candidate) => namesOf(candidate).model).join(', ');
  const issues = [inputIssue('model', 'option_not_supported', { value: String(model ?? ''), options })];
  throw new AppError('validation_failed', { details: { issues } });
}

function namesOf(kind: Kind) {
  return kind.columns(defaultInput(kind));
}
