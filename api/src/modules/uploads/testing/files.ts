export { makePng as png } from '@atelier/storage/testing';

/** The signature by which a file's type is detected, padded with zeros. */
function withHead(head: Buffer, bytes: number): Buffer {
  return Buffer.concat([head, Buffer.alloc(Math.max(0, bytes - head.length))]);
}

const ftyp = (brand: string) =>
  Buffer.concat([Buffer.from([0, 0, 0, 20]), Buffer.from(`ftyp${brand}\0\0\0\0${brand}`)]);

export const mp4 = (bytes = 1_000) => withHead(ftyp('isom'), bytes);
export const m4v = () => withHead(ftyp('M4V '), 1_000);
export const avif = () => withHead(ftyp('avif'), 1_000);
export const heic = () => withHead(ftyp('heic'), 1_000);
export const mov = () => withHead(ftyp('qt  '), 1_000);
export const webm = () => withHead(Buffer.from('\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm', 'latin1'), 1_000);
export const gif = () => Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
export const html = () => Buffer.from('<!doctype html><script>alert(1)</script>');
export const svg = () =>
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
