import { defineEndpoint } from './define-endpoint.ts';
import { flag, required, text } from './fields.ts';

export const briaRemoveBackground = defineEndpoint({
  id: 'fal-ai/bria/background/remove',
  medium: 'images',
  fields: { image_url: required(text()), sync_mode: flag(false) },
  queueMs: 600,
  runMs: 1800,
  steps: () => 0,
  async make({ input, seed, tools }) {
    const { path: photoPath, width, height } = await tools.loadImage('image_url', input.image_url);
    return { image: await tools.image({ width, height, format: 'png', seed, photoPath, isCutOut: true }) };
  },
});
