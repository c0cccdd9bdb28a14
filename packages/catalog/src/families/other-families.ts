import { type Family, only, variant } from './family.ts';

export const otherFamilies: readonly Family[] = [
  {
    id: 'elevenlabs-speech',
    name: 'ElevenLabs',
    maker: 'ElevenLabs',
    variants: [variant('text-to-speech', 'text', 'v3'), variant('eleven-turbo-v2-5', 'text', 'Turbo v2.5')],
  },
  only('minimax-speech-2-8-hd', 'MiniMax Speech 2.8 HD', 'MiniMax', 'text'),
  only('seed-speech-2', 'Seed Speech 2', 'ByteDance', 'text'),
  only('chatterbox', 'Chatterbox', 'Resemble AI', 'text'),
  only('music', 'ElevenLabs Music', 'ElevenLabs', 'text'),
  only('sound-effects', 'ElevenLabs Sound Effects', 'ElevenLabs', 'text'),
  only('video-to-audio', 'ThinkSound', 'Alibaba', 'video'),
  only('transcription', 'Scribe v2', 'ElevenLabs', 'video'),
  only('image-understanding', 'Moondream 3', 'Moondream', 'picture'),
];
