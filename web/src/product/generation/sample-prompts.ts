import type { Medium } from '@atelier/catalog';

/** The sample prompts that the product names for each medium; `create:samples.<id>` are their titles and texts. */
export const sampleIds: Readonly<Record<Medium, readonly string[]>> = {
  video: ['dreamy-sunset', 'moonlit-beach', 'space-nebula', 'urban-rooftop'],
  image: ['portrait', 'landscape', 'fantasy', 'cyberpunk', 'abstract', 'architecture'],
  text: [],
  audio: [],
};
