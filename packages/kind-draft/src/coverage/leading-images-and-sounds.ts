import { leader, noPrice, notAtFal, type Task } from './leader.ts';

const noLeaderboard = 'endpoints at fal; no leaderboard';
const readOn = '2026-11-26';
const soundsReadOn = '2026-11-30';

export const leadingImages: readonly Task[] = [
  {
    name: 'Image',
    source: 'Arena, text to image; Artificial Analysis',
    on: '2026-10-07',
    leaders: [
      leader('GPT Image 2.5 Sunburst', ['openai/gpt-image-2.5/sunburst/text-to-image']),
      leader('GPT Image 2.5 Flare', ['openai/gpt-image-2.5/flare/text-to-image']),
      leader('GPT Image 2', ['openai/gpt-image-2']),
      leader('Nano Banana 2.1', ['google/nano-banana-2.1'], noPrice),
      leader('Grok Image 2.0', ['xai/grok-imagine-image/v2.0/text-to-image']),
      leader('Reve 2.1', ['reve/2.1/text-to-image'], 'only the price of its edit was read'),
      leader('MAI Image 2.5', ['microsoft/mai-image-2.5']),
      leader('Nano Banana 2', ['fal-ai/nano-banana-2']),
      notAtFal('MAI Image 2.6'),
      notAtFal('Muse Image'),
    ],
  },
  {
    name: 'Image edit',
    source: 'Arena, image edit; Artificial Analysis, editing',
    on: '2026-10-07',
    leaders: [
      leader('GPT Image 2.5 Sunburst', ['openai/gpt-image-2.5/sunburst/edit']),
      leader('GPT Image 2.5 Flare', ['openai/gpt-image-2.5/flare/edit']),
      leader('GPT Image 2', ['openai/gpt-image-2/edit']),
      leader('Grok Image 2.0', ['xai/grok-imagine-image/v2.0/edit'], noPrice),
      leader('Nano Banana 2.1', ['google/nano-banana-2.1/edit'], noPrice),
      leader('MAI Image 2.5', ['microsoft/mai-image-2.5/edit']),
      leader('Seedream 5 Pro', ['bytedance/seedream/v5/pro/edit']),
      leader('Nano Banana 2', ['fal-ai/nano-banana-2/edit']),
      notAtFal('MAI Image 2.6'),
      notAtFal('Muse Image'),
    ],
  },
  {
    name: 'Upscale',
    source: noLeaderboard,
    on: readOn,
    leaders: [
      leader('Topaz Image', ['fal-ai/topaz/upscale/image']),
      leader('Topaz Video', ['fal-ai/topaz/upscale/video']),
      leader('SeedVR2', ['fal-ai/seedvr/upscale/video', 'fal-ai/seedvr/upscale/image']),
      leader('Recraft Crisp Upscale', ['fal-ai/recraft/upscale/crisp'], 'it takes PNG alone'),
      leader('Crystal Upscaler', ['clarityai/crystal-upscaler']),
    ],
  },
  {
    name: 'Background',
    source: noLeaderboard,
    on: readOn,
    leaders: [
      leader('Bria RMBG 2.0', ['fal-ai/bria/background/remove']),
      leader('Veed, videos', ['veed/video-background-removal/fast', 'veed/video-background-removal']),
      leader('Bria, videos', ['bria/video/background-removal/v3']),
      leader('BiRefNet 2, videos', ['fal-ai/birefnet/v2/video'], 'its page has $0 per compute second'),
      leader('Pixelcut, videos', ['pixelcut/video-background-removal']),
    ],
  },
];

export const leadingSounds: readonly Task[] = [
  {
    name: 'Sound',
    source: noLeaderboard,
    on: soundsReadOn,
    leaders: [
      leader('ElevenLabs Sound Effects', ['fal-ai/elevenlabs/sound-effects/v2']),
      leader('ThinkSound, for a video', ['fal-ai/thinksound/audio']),
      leader('MMAudio V2, for a video', ['fal-ai/mmaudio-v2']),
      leader('Sonilo 1.1, for a video', ['sonilo/v1.1/video-to-video-sound-effects']),
    ],
  },
  {
    name: 'Music',
    source: noLeaderboard,
    on: soundsReadOn,
    leaders: [
      leader('ElevenLabs Music', ['fal-ai/elevenlabs/music']),
      leader('MiniMax Music 2.5', ['fal-ai/minimax-music/v2.5', 'fal-ai/minimax-music/v2']),
      leader('Lyria 3', ['fal-ai/lyria3', 'fal-ai/lyria2']),
      leader('Stable Audio 2.5', ['fal-ai/stable-audio-25/text-to-audio']),
      leader('Sonauto 2', ['sonauto/v2/text-to-music']),
    ],
  },
  {
    name: 'Speech',
    source: noLeaderboard,
    on: soundsReadOn,
    leaders: [
      leader('Eleven v3', ['fal-ai/elevenlabs/tts/eleven-v3']),
      leader('MiniMax Speech 2.8 HD', ['fal-ai/minimax/speech-2.8-hd']),
      leader('Chatterbox', ['fal-ai/chatterbox/text-to-speech']),
      leader('Eleven Turbo 2.5', ['fal-ai/elevenlabs/tts/turbo-v2.5']),
      leader('Gemini 3.1 Flash TTS', ['fal-ai/gemini-3.1-flash-tts']),
      leader('Seed Speech 2', ['fal-ai/bytedance/seed-speech/tts/v2']),
      leader('xAI TTS', ['xai/tts/v1']),
    ],
  },
  {
    name: 'Lip sync',
    source: noLeaderboard,
    on: soundsReadOn,
    leaders: [
      leader('Sync v3', ['fal-ai/sync-lipsync/v3']),
      leader('Veed Lipsync', ['veed/lipsync']),
      leader('Sync v3, a picture', ['fal-ai/sync-lipsync/v3/image-to-video']),
      leader('Fabric 1.0, a picture', ['veed/fabric-1.0']),
      leader('Omnihuman 1.5, a picture', ['fal-ai/bytedance/omnihuman/v1.5']),
      leader('Sync v2', ['fal-ai/sync-lipsync/v2']),
    ],
  },
  {
    name: 'Subtitles',
    source: noLeaderboard,
    on: soundsReadOn,
    leaders: [
      leader('Veed Subtitles', ['veed/subtitles']),
      leader('Auto Subtitle', ['fal-ai/workflow-utilities/auto-subtitle']),
    ],
  },
  {
    name: 'Transcription',
    source: noLeaderboard,
    on: soundsReadOn,
    leaders: [
      leader('Scribe v2', ['fal-ai/elevenlabs/speech-to-text/scribe-v2']),
      leader(
        'Wizper',
        ['fal-ai/wizper'],
        'its page names $0 per compute second, so what a transcript costs is not known',
      ),
    ],
  },
];
