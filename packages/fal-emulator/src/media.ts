export { encodeSound } from './media/encode-sound.ts';
export { renderImage } from './media/render-image.ts';
export { renderVideo } from './media/render-video.ts';
