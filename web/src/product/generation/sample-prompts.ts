import type { Medium } from '@atelier/catalog';

/** The sample prompts of section 2 of both products; their titles and texts are `create:samples.<id>`. */
export const sampleIds: Readonly<Record<Medium, readonly string[]>> = {
  video: ['dreamy-sunset', 'moonlit-beach', 'space-nebula', 'urban-rooftop'],
  image: ['portrait', 'landscape', 'fantasy', 'cyberpunk', 'abstract', 'architecture'],
  text: [],
  audio: [],
};
