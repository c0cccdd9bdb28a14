import { makeVideo } from '@atelier/media/testing';

export { makePng as png } from '@atelier/storage/testing';

const withBrand = (brand: string) => {
  const file = Buffer.from(makeVideo('mp4'));
  file.write(brand, 8, 'latin1');
  return file;
};
/** The beginning of a picture of the MP4 family, which has no tracks. */
const still = (brand: string) =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 20]),
    Buffer.from(`ftyp${brand}\0\0\0\0${brand}`),
    Buffer.alloc(1_000),
  ]);

/** A video of so many bytes, where that is more than its pictures take. */
export const mp4 = (bytes?: number) => makeVideo('mp4', bytes);
export const m4v = () => withBrand('M4V ');
export const xavc = () => withBrand('XAVC');
export const avif = () => still('avif');
export const heic = () => still('heic');
export const mov = () => makeVideo('mov');
export const webm = () => makeVideo('webm');
export const gif = () => Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
export const html = () => Buffer.from('<!doctype html><script>alert(1)</script>');
export const svg = () =>
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
