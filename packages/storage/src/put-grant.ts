/** One PUT of one file. */
export type PutGrant = {
  key: string;
  /** The request must carry exactly this type. */
  contentType: string;
  /** When given, the body must have exactly this length. */
  bytes?: number;
  /** Most bytes of a body when the driver can refuse more: S3 cannot sign a range, so check at first use. */
  maxBytes: number;
  expiresSeconds: number;
};
