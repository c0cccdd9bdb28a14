/** An image with its pixels, from anywhere that lets us read them. Rejects when it cannot be shown. */
export async function loadImage(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  // Without it, the pixels of an image from elsewhere could be seen but not cropped.
  image.crossOrigin = 'anonymous';
  image.src = address;
  await image.decode();
  return image;
}
