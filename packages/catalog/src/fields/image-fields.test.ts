import { describe, expect, it } from 'vitest';
import { describeRefusal } from '../testing/describe-refusal.ts';
import { imageSizeField, imageSizes } from './image-fields.ts';

const { check } = imageSizeField();

describe('the size of an image', () => {
  it('is a name, or the width and height of one', () => {
    for (const [name, [width, height]] of Object.entries(imageSizes))
      for (const value of [name, { width, height }, { height, width }])
        expect(check('image_size', value)).toEqual({ ok: true, value: name });
  });

  it.each([
    { width: 1280, height: 720 },
    { width: 1024 },
    { width: '1024', height: '1024' },
    {},
    [1024, 1024],
  ])('is refused as %j with every name and its width and height', (value) => {
    expect(describeRefusal(check('image_size', value))).toMatchObject({
      path: 'image_size',
      code: 'image_size_one_of',
      message:
        'Image size must be one of: square (512 × 512), square_hd (1024 × 1024), portrait_4_3 (768 × 1024), portrait_16_9 (576 × 1024), landscape_4_3 (1024 × 768), landscape_16_9 (1024 × 576)',
    });
  });

  it('is refused as an unknown name with the names', () => {
    expect(check('image_size', 'huge')).toMatchObject({
      issue: { params: { options: Object.keys(imageSizes).join(', ') } },
    });
  });
});
