import * as chatterbox from './kinds/audio/chatterbox.ts';
import * as elevenTurboV25 from './kinds/audio/eleven-turbo-v2-5.ts';
import * as gemini31FlashTts from './kinds/audio/gemini-3-1-flash-tts.ts';
import * as lyria3 from './kinds/audio/lyria-3.ts';
import * as minimaxMusic25 from './kinds/audio/minimax-music-2-5.ts';
import * as minimaxSpeech28Hd from './kinds/audio/minimax-speech-2-8-hd.ts';
import * as music from './kinds/audio/music.ts';
import * as seedSpeech2 from './kinds/audio/seed-speech-2.ts';
import * as sonauto2 from './kinds/audio/sonauto-2.ts';
import * as soundEffects from './kinds/audio/sound-effects.ts';
import * as stableAudio25 from './kinds/audio/stable-audio-2-5.ts';
import * as textToSpeech from './kinds/audio/text-to-speech.ts';
import * as xaiTts from './kinds/audio/xai-tts.ts';
import * as transcription from './kinds/text/transcription.ts';
import * as autoSubtitle from './kinds/video/auto-subtitle.ts';
import * as mmaudioV2 from './kinds/video/mmaudio-v2.ts';
import * as omnihuman15 from './kinds/video/omnihuman-1-5.ts';
import * as soniloVideoSound from './kinds/video/sonilo-video-sound.ts';
import * as syncV2Lipsync from './kinds/video/sync-v2-lipsync.ts';
import * as syncV3ImageToVideo from './kinds/video/sync-v3-image-to-video.ts';
import * as syncV3Lipsync from './kinds/video/sync-v3-lipsync.ts';
import * as veedFabric10 from './kinds/video/veed-fabric-1-0.ts';
import * as veedLipsync from './kinds/video/veed-lipsync.ts';
import * as veedSubtitles from './kinds/video/veed-subtitles.ts';

/** The part of `kindFiles` that makes music, speech and sound of words, or follows the sound of a file. */
export const soundKindFiles = [
  soundEffects,
  music,
  textToSpeech,
  elevenTurboV25,
  minimaxSpeech28Hd,
  transcription,
  chatterbox,
  seedSpeech2,
  mmaudioV2,
  syncV3Lipsync,
  syncV3ImageToVideo,
  veedSubtitles,
  veedLipsync,
  veedFabric10,
  syncV2Lipsync,
  omnihuman15,
  soniloVideoSound,
  autoSubtitle,
  lyria3,
  stableAudio25,
  minimaxMusic25,
  sonauto2,
  xaiTts,
  gemini31FlashTts,
] as const;
