import { defaultInput, getKind } from '@atelier/catalog';
import { expect, it } from 'vitest';
import { wireNames } from './wire-names.ts';

const namesOf = (kindId: string) => wireNames(getKind(kindId), defaultInput(getKind(kindId)));

it('names a video by its type, and an image by its mode and model', () => {
  expect(namesOf('vace')).toEqual({ video_generation_type: 'vace' });
  expect(namesOf('janus-pro')).toEqual({ image_generation_type: 'text-to-image', model: 'janus-pro' });
  expect(namesOf('flux-dev-image-to-image')).toEqual({
    image_generation_type: 'image-to-image',
    model: 'flux-dev',
  });
  expect(namesOf('image-understanding')).toEqual({});
});
