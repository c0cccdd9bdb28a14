/** A checked file in our storage. */
export type StoredUpload = {
  key: string;
  contentType: string;
  bytes: number;
  /** The user's own video that it is a frame of. */
  sourceOutputId?: string | null;
};
