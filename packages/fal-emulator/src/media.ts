export { encodeSound, shortenSound } from './media/encode-sound.ts';
export { renderImage } from './media/render-image.ts';
export { createSpeaker, renderSpeech } from './media/render-speech.ts';
export { renderVideo } from './media/render-video.ts';
