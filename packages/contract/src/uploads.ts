import type { Kind } from '@atelier/catalog';
import * as z from 'zod/mini';

/** Ruling 28. */
export const maxVideoUploadBytes = 52_428_800;
export const maxImageUploadBytes = 20 * 1024 * 1024;
export const maxImageSidePx = 8_192;
export const maxImagePixels = 40_000_000;

export type UploadAccept = 'image' | 'video';

/** What may be uploaded, as announced by the browser, and the endings a file of that type may have. */
export const uploadTypes: Readonly<Record<string, { accept: UploadAccept; endings: readonly string[] }>> = {
  'image/jpeg': { accept: 'image', endings: ['jpg', 'jpeg'] },
  'image/png': { accept: 'image', endings: ['png'] },
  'image/webp': { accept: 'image', endings: ['webp'] },
  'video/mp4': { accept: 'video', endings: ['mp4', 'm4v'] },
  'video/x-m4v': { accept: 'video', endings: ['m4v', 'mp4'] },
  'video/quicktime': { accept: 'video', endings: ['mov'] },
  'video/webm': { accept: 'video', endings: ['webm'] },
  // A moving picture: it goes where a video goes (product-1 section 5).
  'image/gif': { accept: 'video', endings: ['gif'] },
};

export function maxUploadBytes(accept: UploadAccept): number {
  return accept === 'video' ? maxVideoUploadBytes : maxImageUploadBytes;
}

/** Answer of `POST /api/upload-video`. */
export const uploadVideoReply = z.object({
  success: z.literal(true),
  data: z.object({ video_url: z.string() }),
});
export type UploadVideoReply = z.infer<typeof uploadVideoReply>;

/** Answer of `POST /api/upload-image-wan-i2v`: the address, and the size of the picture as it was stored. */
export const uploadImageReply = z.object({
  success: z.literal(true),
  imageUrl: z.string(),
  width: z.int(),
  height: z.int(),
});
export type UploadImageReply = z.infer<typeof uploadImageReply>;

/** Body of `POST /api/generate-presigned-url`. `size` in bytes is optional; when given, exactly so many are taken. */
export const presignBody = z.looseObject({
  filename: z.optional(z.unknown()),
  contentType: z.optional(z.unknown()),
  size: z.optional(z.unknown()),
});

/** PUT the file to `url` with its content type within `expires_seconds`; `public_url` is its address afterwards. */
export const presignReply = z.object({
  success: z.literal(true),
  url: z.string(),
  key: z.string(),
  public_url: z.string(),
  expires_seconds: z.int(),
});
export type PresignReply = z.infer<typeof presignReply>;

/** `POST /api/uploads/confirm` after the PUT: checks the file now instead of at its first use. */
export const confirmUploadBody = z.object({ key: z.string().check(z.maxLength(200)) });
export const confirmUploadReply = z.object({
  success: z.literal(true),
  url: z.string(),
  content_type: z.string(),
  bytes: z.int(),
});
export type ConfirmUploadReply = z.infer<typeof confirmUploadReply>;

export type UploadField = { name: string; accept: UploadAccept; maxFiles: number };

/** The fields of a kind whose values are addresses of files. */
export function uploadFieldsOf(kind: Pick<Kind, 'fields'>): UploadField[] {
  return Object.entries(kind.fields).flatMap(([name, field]) => {
    const { widget } = field;
    return widget.type === 'upload' ? [{ name, accept: widget.accept, maxFiles: widget.maxFiles }] : [];
  });
}
