import type { UploadItem } from '../uploads/upload-item.ts';
import type { Uploads } from '../uploads/use-uploads.ts';
import { FailedFile } from './failed-file.tsx';

/** The files of a field that did not arrive. */
export function FailedFiles({ items, uploads }: { items: readonly UploadItem[]; uploads: Uploads }) {
  return items
    .filter((item) => item.problem !== undefined)
    .map((item) => (
      <FailedFile
        key={item.id}
        item={item}
        onRetry={() => uploads.retry(item)}
        onDismiss={() => uploads.drop(item.id)}
      />
    ));
}
