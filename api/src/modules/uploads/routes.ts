import {
  AppError,
  confirmUploadBody,
  confirmUploadReply,
  maxUploadBytes,
  presignBody,
  presignReply,
  type UploadSort,
  uploadAudioReply,
  uploadImageReply,
  uploadVideoReply,
} from '@atelier/contract';
import { isKey } from '@atelier/storage';
import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../api.ts';
import { confirmLimit, presignLimit, uploadLimit } from '../../plugins/rate-limit.ts';
import { refuseLocked } from '../auth/guards.ts';
import { signedIn } from '../auth/session.ts';
import { confirmUpload } from './confirm-upload.ts';
import { presignUpload } from './presign-upload.ts';
import { receiveMultipart } from './receive-multipart.ts';
import { receivePut } from './receive-put.ts';
import { discardUpload, storeUpload } from './store-upload.ts';

const tags = ['uploads'];

/** The form uploads and presigned uploads. In the scope of the forms multipart is the only body parser. */
export async function uploadRoutes(api: Api, deps: RouteDeps): Promise<void> {
  await api.register(async (forms) => {
    const typed = forms.withTypeProvider<ZodTypeProvider>();
    typed.removeAllContentTypeParsers();
    await typed.register(multipart, { throwFileSizeLimit: false });
    const options = {
      config: { ...uploadLimit(deps.env).config, keyScopes: ['files'] as const },
      onRequest: refuseLocked,
    };
    const consumes = ['multipart/form-data'];

    typed.post(
      '/api/upload-video',
      {
        ...options,
        schema: { tags, consumes, summary: 'Upload a video or GIF', response: { 200: uploadVideoReply } },
      },
      async (request) => {
        const { key } = await receive(deps, request, 'video');
        return { success: true as const, data: { video_url: deps.mediaAddresses.formatAbsoluteUrl(key) } };
      },
    );

    typed.post(
      '/api/upload-audio',
      {
        ...options,
        schema: { tags, consumes, summary: 'Upload a sound', response: { 200: uploadAudioReply } },
      },
      async (request) => {
        const { key, durationSeconds = 0 } = await receive(deps, request, 'audio');
        const audio_url = deps.mediaAddresses.formatAbsoluteUrl(key);
        return { success: true as const, data: { audio_url, duration_seconds: durationSeconds } };
      },
    );

    typed.post(
      '/api/upload-image-wan-i2v',
      {
        ...options,
        schema: { tags, consumes, summary: 'Upload an image', response: { 200: uploadImageReply } },
      },
      async (request) => {
        const { key, width = 0, height = 0 } = await receive(deps, request, 'image');
        return {
          success: true as const,
          imageUrl: deps.mediaAddresses.formatAbsoluteUrl(key),
          width,
          height,
        };
      },
    );
  });
  presignRoutes(api, deps);
}

function receive(deps: RouteDeps, request: FastifyRequest, accept: UploadSort) {
  const { userId } = signedIn(request);
  return receiveMultipart(request, {
    maxBytes: maxUploadBytes(accept),
    deadlineMs: deps.env.UPLOAD_DEADLINE_SECONDS * 1_000,
    keep: (source) => storeUpload(deps, { userId, source, accept }),
    discard: ({ key }) => discardUpload(deps, key),
  });
}

function presignRoutes(api: Api, deps: RouteDeps): void {
  const keyScopes = ['files'] as const;

  api.post(
    '/api/generate-presigned-url',
    {
      config: { ...presignLimit(deps.env).config, keyScopes },
      onRequest: refuseLocked,
      schema: {
        tags,
        summary: 'Get a signed URL to PUT a file to',
        body: presignBody,
        response: { 200: presignReply },
      },
    },
    async (request) => presignUpload(deps, signedIn(request).userId, request.body),
  );

  api.post(
    '/api/uploads/confirm',
    {
      config: { ...confirmLimit(deps.env).config, keyScopes },
      onRequest: refuseLocked,
      schema: {
        tags,
        summary: 'Check a file after its PUT, which makes it usable',
        body: confirmUploadBody,
        response: { 200: confirmUploadReply },
      },
    },
    async (request) => {
      const { key } = request.body;
      const upload = isKey(key) ? await confirmUpload(deps, signedIn(request).userId, key) : undefined;
      if (!upload) throw new AppError('file_not_found');
      const { contentType, bytes } = upload;
      const url = deps.mediaAddresses.formatAbsoluteUrl(key);
      return { success: true as const, url, content_type: contentType, bytes };
    },
  );
}

/** Target of the URLs that the disk driver signs. The signature authorizes; there is no session or origin check. */
export async function signedPutRoutes(api: Api, deps: RouteDeps): Promise<void> {
  await api.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.withTypeProvider<ZodTypeProvider>().put(
      '/api/uploads/put/*',
      {
        config: { keyScopes: ['files'] },
        schema: {
          hide: true,
          params: z.object({ '*': z.string() }),
          querystring: z.record(z.string(), z.string()),
        },
      },
      async (request, reply) => {
        const { '*': key } = request.params;
        await receivePut(deps, { key, query: request.query, request: request.raw });
        return reply.status(200).send();
      },
    );
  });
}
