import { expect, it } from 'vitest';
import { audioOutputs, type Delivered, imageOutputs, textOutputs, videoOutputs } from './outputs.ts';
import { resultAtFal } from './server.ts';

it.each([
  ['video', videoOutputs],
  ['image', imageOutputs],
  ['audio', audioOutputs],
  ['text', textOutputs],
] as const)('a %s of a kind that is gone is answered in the form that is usual for it', (medium, usual) => {
  const file = {
    url: 'https://a.test/1',
    contentType: 'a/b',
    fileName: '1',
    bytes: 1,
    seconds: 2,
    width: 1,
    height: 1,
  };
  const delivered: Delivered = {
    files: [{ ...file, isFlagged: false }],
    text: 'Yes',
    seed: 7,
    prompt: 'A boat',
    inferenceSeconds: 1,
  };
  expect(resultAtFal('gone', medium, delivered)).toEqual(usual.toResult(delivered));
});
