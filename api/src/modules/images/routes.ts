import { defaultInput, describedIssue, type Kind, listKinds, shownValue } from '@atelier/catalog';
import {
  AppError,
  deleteImagesBody,
  deleteImagesQuery,
  deleteImagesReply,
  downloadImagesBody,
  favoriteImageBody,
  favoriteImageReply,
  type PublicGeneration,
} from '@atelier/contract';
import { markImages } from '@atelier/db';
import { type NotifyDeps, notifyChanges } from '@atelier/generations';
import type { Api, RouteDeps } from '../../api.ts';
import { signedIn } from '../auth/session.ts';
import { addZipRoutes } from '../downloads/zip-routes.ts';
import { takeQueryAsBody } from '../generations/bodiless-deletes.ts';
import { addCreationRoute } from '../generations/creation-route.ts';
import { moveToTrash } from '../trash/move-generations.ts';
import { imageHistoryRoutes } from './image-history.ts';

const tags = ['images'];

export function imageRoutes(api: Api, deps: RouteDeps): void {
  addCreationRoute(api, deps, {
    path: '/api/wan/createImage',
    tags,
    summary: 'Create images',
    findKind: findImageKind,
  });
  imageHistoryRoutes(api, deps);
  changeRoutes(api, deps);
  addZipRoutes(api, deps, {
    tags,
    summary: 'Prepare a zip of images; returns its URL',
    body: downloadImagesBody,
    listIds: ({ imageIds }) => imageIds,
    scope: {
      path: '/api/image-generation/download',
      medium: 'image',
      list: 'images',
      tooLarge: 'These images are too large for one download',
    },
  });
}

/**
 * The kind that a submission means: one of its type, by its model or its own id; the only one of its type needs no name.
 * Otherwise returns invalid_image_generation_type, or validation_failed when the type has no such model.
 */
function findImageKind({
  image_generation_type: type,
  ...body
}: Readonly<Record<string, unknown>>): Kind | AppError {
  const kinds = listKinds('image').filter((kind) => readColumns(kind).mode === type);
  if (kinds.length === 0) return new AppError('invalid_image_generation_type');
  const model = body.model || body.model_name;
  if (!model && kinds[0] && kinds.length === 1) return kinds[0];
  const kind = kinds.find((candidate) => candidate.id === model || readColumns(candidate).model === model);
  if (kind) return kind;
  const options = kinds.map((candidate) => readColumns(candidate).model).join(', ');
  const issue = model
    ? describedIssue('model', 'option_not_supported', { value: shownValue(model), options })
    : describedIssue('model', 'model_one_of', { options });
  return new AppError('validation_failed', { details: { issues: [issue] } });
}

function readColumns(kind: Kind) {
  return kind.columns(defaultInput(kind));
}

function changeRoutes(api: Api, deps: RouteDeps): void {
  api.delete(
    '/api/image-generation/delete',
    {
      preValidation: takeQueryAsBody,
      config: { keyScopes: ['generate'] },
      schema: {
        tags,
        summary: 'Move images to the trash; on request their files are deleted when they leave it',
        querystring: deleteImagesQuery,
        body: deleteImagesBody,
        response: { 200: deleteImagesReply },
      },
    },
    async (request) => {
      const { ids, deleteFiles = ids.length === 1 } = request.body;
      const { userId } = signedIn(request);
      const moved = await moveToTrash(deps, { ids, userId, medium: 'image', hasFilesDeleted: deleteFiles });
      const message = ids.length === 1 ? 'Failed to delete record' : 'Failed to delete records';
      if (moved.length === 0) throw new AppError('not_found', { message });
      return { success: true as const, deletedCount: moved.length };
    },
  );

  api.post(
    '/api/image-generation/favorite',
    {
      config: { keyScopes: ['generate'] },
      schema: {
        tags,
        summary: 'Set the favorite mark and the tags of images',
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

type Marks = {
  userId: string;
  ids: readonly string[];
  isFavorite?: boolean | undefined;
  tags?: readonly string[] | undefined;
};

/** Sets favorite mark and tags and notifies the user's browsers. Throws not_found when the user owns none of the images. */
async function favoriteImages(deps: NotifyDeps, marks: Marks): Promise<PublicGeneration[]> {
  const tags = marks.tags && [...new Set(marks.tags)];
  const rows = await markImages(deps.db.pool, { ...marks, tags });
  if (rows.length === 0) throw new AppError('not_found', { message: 'Failed to update favorite status' });
  return notifyChanges(deps, rows);
}
