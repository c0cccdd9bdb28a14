import type { UploadAccept } from '@atelier/contract';

/** A file that is on its way, or did not arrive. One that arrived is a value of the form instead. */
export type UploadItem = {
  id: string;
  /** The field it is for. */
  field: string;
  file: File;
  accept: UploadAccept;
  /** Shows the file from this machine. Gone when it failed. */
  previewUrl?: string;
  percent: number;
  /** A code of the API, `network_error` or `upload_error`. */
  problem?: string;
  canRetry: boolean;
};

export type UploadSummary = { count: number; percent: number };

/** How many files are on their way, and how many percent of all their bytes have left. */
export function summarizeUploads(items: readonly UploadItem[]): UploadSummary {
  const moving = items.filter((item) => item.problem === undefined);
  const allBytes = moving.reduce((sum, { file }) => sum + file.size, 0);
  const sentBytes = moving.reduce((sum, { file, percent }) => sum + (file.size * percent) / 100, 0);
  return { count: moving.length, percent: allBytes === 0 ? 0 : Math.floor((sentBytes / allBytes) * 100) };
}
