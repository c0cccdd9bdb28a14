import { expect, it } from 'vitest';
import { summarizeUploads, type UploadItem } from './upload-item.ts';

const item = (bytes: number, percent: number, problem?: string): UploadItem => ({
  id: `${bytes}`,
  field: 'image_url',
  file: new File([new Uint8Array(bytes)], 'a.png'),
  accept: 'image',
  percent,
  problem,
  canRetry: true,
});

it('tells how many files are on their way and how far all their bytes are', () => {
  expect(summarizeUploads([item(100, 50), item(300, 90), item(500, 10, 'network_error')])).toEqual({
    count: 2,
    percent: 80,
  });
});

it('has nothing to tell when nothing moves', () => {
  expect(summarizeUploads([item(100, 50, 'size_limit')])).toEqual({ count: 0, percent: 0 });
});
