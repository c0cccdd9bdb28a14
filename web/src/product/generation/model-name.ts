import i18next from 'i18next';

/** Names, in every language, of models whose id is not that of a kind. */
const names: Readonly<Record<string, string>> = {
  'wan-t2v': 'Wan 2.1',
  'wan-i2v': 'Wan 2.1',
  'wan-flf2v': 'Wan 2.1',
  'wan-pro': 'Wan Pro',
  'wan-vace': 'Wan VACE',
  'wan-v2.2-5b': 'Wan 2.2 5B',
  'wan-v2.2-a14b': 'Wan 2.2 A14B',
  'flux-schnell': 'FLUX schnell',
  'flux-dev': 'FLUX dev',
  'janus-pro': 'Janus Pro',
  sd35: 'Stable Diffusion 3.5 Large',
  'moondream3-preview': 'Moondream 3',
  thinksound: 'ThinkSound',
  'elevenlabs-sound-effects': 'ElevenLabs',
  'elevenlabs-music': 'ElevenLabs Music',
  'eleven-v3': 'ElevenLabs v3',
  'scribe-v2': 'Scribe v2',
};

/** The name of a model; one that is no longer offered keeps its id. */
export function modelName(model: string): string {
  return (
    (Object.hasOwn(names, model) && names[model]) ||
    i18next.t(`kinds:kinds.${model}.title`, { defaultValue: model })
  );
}
