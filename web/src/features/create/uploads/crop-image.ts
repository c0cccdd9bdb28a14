/** Formats that a canvas can write; any other becomes a PNG, which is lossless. */
const writable: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};
const quality = 0.95;

/** Crops the largest centred area of the given aspect ratio out of an image, as a new file. */
export async function cropImage(address: string, ratio: number, name: string): Promise<File> {
  const image = await loadImage(address);
  const { naturalWidth, naturalHeight } = image;
  const width = Math.min(naturalWidth, Math.round(naturalHeight * ratio));
  const height = Math.min(naturalHeight, Math.round(naturalWidth / ratio));
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const left = Math.round((naturalWidth - width) / 2);
  const top = Math.round((naturalHeight - height) / 2);
  canvas.getContext('2d')?.drawImage(image, left, top, width, height, 0, 0, width, height);
  const type = writable[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'image/png';
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
  if (!blob) throw new Error('The canvas is too large to be written');
  return new File([blob], name, { type: blob.type });
}

async function loadImage(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  // Allows reading the pixels of an image of another origin, which could otherwise only be drawn.
  image.crossOrigin = 'anonymous';
  image.src = address;
  await image.decode();
  return image;
}
