import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { fontFamily } from './fonts.ts';

export type Caption = { title: string; prompt: string; footer: string };

const maxCharacters = 150;

/** The caption over a dark gradient at the bottom, as layers for a picture of this size. */
export async function captionLayers(
  caption: Caption,
  width: number,
  height: number,
): Promise<OverlayOptions[]> {
  const unit = Math.min(width, height) / 480;
  const margin = Math.round(30 * unit);
  const maxWidth = Math.max(40, width - 2 * margin);
  const prompt = shorten(caption.prompt);
  const size = (prompt.length > 80 ? 20 : prompt.length > 36 ? 25 : 32) * unit;
  const parts = [
    { words: caption.title.toUpperCase(), font: `Bold ${11 * unit}`, tracking: 2.2, opacity: 78, gap: 13 },
    { words: prompt, font: `Bold ${size}`, tracking: 0, opacity: 100, gap: 12 },
    { words: caption.footer, font: `${10.5 * unit}`, tracking: 0.4, opacity: 66, gap: 0 },
  ].filter(({ words }) => words !== '');
  const overlays: OverlayOptions[] = [{ input: Buffer.from(shade(width, height)) }];
  // Places the parts from the bottom up: the prompt's height is known only once it is typeset.
  let bottom = height - margin;
  for (const { words, font, tracking, opacity, gap } of parts.reverse()) {
    const text = await setText(words, font, tracking * unit, opacity, maxWidth);
    bottom -= text.height + Math.round(gap * unit);
    overlays.push({ ...text.overlay, left: margin, top: Math.max(0, bottom) });
  }
  return overlays;
}

/** The caption alone: a transparent picture of this size. */
export async function drawCaption(caption: Caption, width: number, height: number): Promise<Sharp> {
  const layers = await captionLayers(caption, width, height);
  return sharp({ create: { width, height, channels: 4, background: '#00000000' } }).composite(layers);
}

async function setText(words: string, font: string, tracking: number, opacity: number, maxWidth: number) {
  const markup = `<span foreground="white" alpha="${opacity}%" letter_spacing="${Math.round(tracking * 1024)}">${escapeMarkup(words)}</span>`;
  const { data, info } = await sharp({
    text: {
      text: markup,
      font: `${fontFamily} ${font}`,
      width: Math.round(maxWidth),
      rgba: true,
      wrap: 'word-char',
    },
  })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { overlay: { input: data, raw: { width, height, channels } }, height };
}

/** Emoji are left out: the fonts have none, and boxes in their place would look like an error. */
function shorten(prompt: string): string {
  const plain = prompt
    .replace(/\p{Extended_Pictographic}|\u{fe0f}|\u{200d}/gu, '')
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const letters = [...plain];
  return letters.length > maxCharacters
    ? `${letters
        .slice(0, maxCharacters - 1)
        .join('')
        .trimEnd()}…`
    : plain;
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function shade(width: number, height: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset=".42" stop-color="#05060f" stop-opacity="0"/><stop offset="1" stop-color="#05060f" stop-opacity=".62"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#s)"/></svg>`;
}
