import { describe, expect, it } from 'vitest';
import { kinds } from '../kinds.ts';
import { describeRefusal } from '../testing/describe-refusal.ts';
import { optionalUpload, requiredUpload, uploadList } from './upload-field.ts';

const image = requiredUpload({ accept: 'image', missing: 'image_required' });
const mask = optionalUpload({ accept: 'video' });
const references = uploadList({ accept: 'image', maxFiles: 2 });
const address = 'https://example.com/a.png';

describe('a field for files', () => {
  it.each([undefined, null, '', '  '])('requires a file when it gets %j', (value) => {
    expect(image.check('image_url', value)).toMatchObject({ issue: { code: 'image_required' } });
  });

  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'file:///etc/passwd',
    'ftp://example.com/a.png',
    'blob:https://example.com/0198c0de',
  ])('refuses the address %j', (value) => {
    expect(image.check('image_url', value)).toMatchObject({ issue: { code: 'url_not_allowed' } });
    expect(mask.check('mask_video_url', value)).toMatchObject({ issue: { code: 'url_not_allowed' } });
    expect(references.check('refs', [address, value])).toMatchObject({ issue: { code: 'url_not_allowed' } });
  });

  it.each([7, {}, 'a.png', '//example.com/a.png', `https://a.test/${'x'.repeat(2000)}`])(
    'refuses %j, which is no address',
    (value) => {
      expect(image.check('image_url', value)).toMatchObject({ issue: { code: 'file_url_invalid' } });
      expect(mask.check('mask_video_url', value)).toMatchObject({ issue: { code: 'file_url_invalid' } });
    },
  );

  it('accepts a file inside its address up to a length, and says what to do above it', () => {
    const inside = `data:image/png;base64,${'A'.repeat(3_000)}`;
    expect(image.check('image_url', ` ${inside}`)).toEqual({ ok: true, value: inside });
    expect(references.check('refs', [inside])).toEqual({ ok: true, value: [inside] });
    const tooLong = image.check('image_url', `data:image/png;base64,${'A'.repeat(4_000_000)}`);
    expect(describeRefusal(tooLong)).toMatchObject({
      path: 'image_url',
      code: 'data_address_too_long',
      message: expect.stringContaining('upload it first'),
    });
  });

  it('accepts public addresses and those of uploads, and none where it is optional', () => {
    expect(image.check('image_url', ` ${address} `)).toEqual({ ok: true, value: address });
    expect(image.check('image_url', '/media/u/a.png')).toEqual({ ok: true, value: '/media/u/a.png' });
    expect(mask.check('mask_video_url', '')).toEqual({ ok: true, value: null });
  });

  it('accepts up to its number of files', () => {
    expect(references.check('refs', [address, '', address])).toEqual({ ok: true, value: [address, address] });
    expect(describeRefusal(references.check('refs', [address, address, address]))).toMatchObject({
      code: 'too_many_files',
      message: 'At most 2 files are allowed here',
    });
    expect(references.check('refs', address)).toMatchObject({ issue: { code: 'file_url_invalid' } });
  });
});

const lists = kinds.flatMap(({ id, fields }) =>
  Object.entries(fields).flatMap(([name, { widget, check }]) =>
    widget.type === 'upload' && widget.maxFiles > 1 ? [{ id, name, check, maxFiles: widget.maxFiles }] : [],
  ),
);

it.each(lists)('$name of $id takes as many files as its form offers, and not one more', (list) => {
  const take = (count: number) =>
    list.check(
      list.name,
      Array.from({ length: count }, () => address),
    );
  expect(take(list.maxFiles)).toMatchObject({ ok: true });
  expect(take(list.maxFiles + 1)).toMatchObject({
    issue: { code: 'too_many_files', params: { max: list.maxFiles } },
  });
});

it('VACE takes up to five references, and a model of ten images takes ten', () => {
  const listMaxFiles = (id: string) => lists.filter((list) => list.id === id).map(({ maxFiles }) => maxFiles);
  expect([listMaxFiles('vace'), listMaxFiles('seedream-v4-5-edit')]).toEqual([[5], [10]]);
});
