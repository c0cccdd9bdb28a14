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
  only('xai-tts', 'xAI TTS', 'xAI', 'text'),
  only('gemini-3-1-flash-tts', 'Gemini 3.1 Flash TTS', 'Google', 'text'),
  only('chatterbox', 'Chatterbox', 'Resemble AI', 'text'),
  only('music', 'ElevenLabs Music', 'ElevenLabs', 'text'),
  only('lyria-3', 'Lyria 3', 'Google', 'text'),
  only('stable-audio-2-5', 'Stable Audio 2.5', 'Stability AI', 'text'),
  only('minimax-music-2-5', 'MiniMax Music 2.5', 'MiniMax', 'text'),
  only('sonauto-2', 'Sonauto 2', 'Sonauto', 'text'),
  only('sound-effects', 'ElevenLabs Sound Effects', 'ElevenLabs', 'text'),
  only('video-to-audio', 'ThinkSound', 'Alibaba', 'video'),
  only('transcription', 'Scribe v2', 'ElevenLabs', 'video'),
  only('image-understanding', 'Moondream 3', 'Moondream', 'picture'),
];
