import i18next from 'i18next';
import { renderToString } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, it } from 'vitest';
import create from '../../locales/en/create.json' with { type: 'json' };
import messages from '../../locales/en/messages.json' with { type: 'json' };
import type { UploadItem } from './upload-board.ts';
import { useUploadLabels } from './use-upload-labels.ts';

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    ns: ['create', 'messages'],
    resources: { en: { create, messages } },
    interpolation: { escapeValue: false },
  });
});

type Failed = Parameters<ReturnType<typeof useUploadLabels>>[0];

function Label({ item }: { item: Failed }) {
  return useUploadLabels()(item);
}

const shown = (change: Partial<UploadItem>) =>
  renderToString(
    <Label
      item={{
        accept: 'image',
        file: new File([], 'cat.png'),
        isOneOfMany: false,
        problem: 'internal_error',
        ...change,
      }}
    />,
  );

it('an unknown problem is shown in the words of the server', () => {
  expect(shown({ problem: 'some_new_code', said: 'Custom server words' })).toBe('Custom server words');
});

it('a label says which of several files failed, and that one file failed', () => {
  expect(shown({ isOneOfMany: true })).toBe('Failed to upload cat.png. Please try again.');
  expect(shown({})).toBe('Image upload failed. Please try again.');
});

it('the label of an unreadable file says that it is damaged, and what is accepted', () => {
  const said = shown({ problem: 'unreadable_file', accept: 'video' });
  expect(said).toBe(
    'This video cannot be read: it is damaged or incomplete. Videos can be MP4, MOV, WebM, M4V or GIF.',
  );
  expect(shown({ problem: 'unsupported_file' })).toContain('JPEG, PNG or WebP');
});

it.each([
  ['upload_error', 'An unexpected error occurred during upload.'],
  ['network_error', 'The connection failed during the upload. Please try again.'],
  ['upload_no_url', 'Failed to get upload URL.'],
])('the problem %s has a sentence of its own', (problem, sentence) => {
  expect(shown({ problem })).toBe(sentence);
});

it('the label of too many pixels says how many an image may have, whatever its bytes', () => {
  expect(shown({ problem: 'pixel_limit' })).toBe(
    'The image is too large. Images can be up to 8,192 px a side and 40 megapixels.',
  );
});

it('the label of a wrong format says which ones an image may have', () => {
  expect(shown({ problem: 'unsupported_format' })).toContain('JPEG, PNG or WebP');
});
