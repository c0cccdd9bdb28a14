import * as z from 'zod/mini';

/** Answer of `POST /api/upload-video`. */
export const uploadVideoReply = z.object({
  success: z.literal(true),
  data: z.object({ video_url: z.string() }),
});
export type UploadVideoReply = z.infer<typeof uploadVideoReply>;

/** Answer of `POST /api/upload-audio`: the address, and the length of the sound as it was counted. */
export const uploadAudioReply = z.object({
  success: z.literal(true),
  data: z.object({ audio_url: z.string(), duration_seconds: z.number() }),
});
export type UploadAudioReply = z.infer<typeof uploadAudioReply>;

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

/**
 * PUT the file to `url` with its content type within `expires_seconds`. `public_url` is its address afterwards, for its
 * owner; the file is checked when it is first read or used.
 */
export const presignReply = z.object({
  success: z.literal(true),
  url: z.string(),
  key: z.string(),
  public_url: z.string(),
  expires_seconds: z.int(),
});
export type PresignReply = z.infer<typeof presignReply>;

/** `POST /api/uploads/confirm` after the PUT: checks the file now instead of when it is first read or used. */
export const confirmUploadBody = z.object({ key: z.string().check(z.maxLength(200)) });
export const confirmUploadReply = z.object({
  success: z.literal(true),
  url: z.string(),
  content_type: z.string(),
  bytes: z.int(),
});
