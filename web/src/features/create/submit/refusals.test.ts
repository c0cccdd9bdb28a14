import { getKind } from '@atelier/catalog';
import i18next from 'i18next';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#lib/api/api-error.ts';
import { dialogStore } from '#product/dialogs/dialog-store.ts';
import kinds from '../../../locales/en/kinds.json' with { type: 'json' };
import { handleRefusal } from './refusals.ts';

beforeAll(() => i18next.init({ lng: 'en', ns: ['kinds'], resources: { en: { kinds } } }));

/** The options that the dialog names after a refusal with these words. */
function namedOptions(reply: Record<string, unknown>): unknown {
  const kind = getKind('image-to-video');
  const error = new ApiError(403, 'please_upgrade_account', reply);
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({}, { status: 401 })));
  const input = { prompt: 'A koi pond', aspect_ratio: '9:16', resolution: '720p', speed: 'high_quality' };
  expect(handleRefusal(error, { kind, input, expectedCredits: 400, sendFor: () => undefined })).toEqual([]);
  const dialog = dialogStore.get();
  return dialog?.name === 'upgrade' ? [dialog.costCredits, dialog.options] : dialog;
}

describe('a refusal for options of paid accounts', () => {
  const options = [
    { field: 'aspect_ratio', value: '9:16' },
    { field: 'resolution', value: '720p' },
    { field: 'speed', value: 'high_quality' },
  ];

  it('opens the dialog with all of them, by the labels of the form', () => {
    expect(namedOptions({ option: options[0], options })).toEqual([400, ['9:16', '720p', 'High quality']]);
  });

  it('opens the dialog with the one that an earlier server names, or with none', () => {
    expect(namedOptions({ option: options[1] })).toEqual([400, ['720p']]);
    expect(namedOptions({})).toEqual([400, []]);
  });
});
