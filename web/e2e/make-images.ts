import type { Page } from '@playwright/test';
import { expect } from './creator.ts';
import { originHeaders } from './own-requests.ts';

type ImageInput = { model?: string; image_size?: string; num_images?: number };

/** Submits image generations of the smallest kind without the form, and resolves to their ids. */
export async function submitImages(
  page: Page,
  prompts: readonly string[],
  input: ImageInput = {},
): Promise<string[]> {
  const ids: string[] = [];
  for (const prompt of prompts) {
    const body = { model: 'flux-schnell', image_size: 'square', num_images: 1, ...input, prompt };
    const reply = await page.request.post('/api/wan/createImage', {
      data: { ...body, image_generation_type: 'text-to-image' },
      headers: originHeaders(),
    });
    expect(reply.status(), await reply.text()).toBe(200);
    ids.push((await reply.json()).id);
  }
  return ids;
}

/** The same, and resolves once all of them have ended and their files are stored. */
export async function makeImages(
  page: Page,
  prompts: readonly string[],
  input: ImageInput = {},
): Promise<void> {
  const ids = await submitImages(page, prompts, input);
  const running = async () => {
    const reply = await page.request.get('/api/generations?active=true&medium=image');
    const { data } = (await reply.json()) as { data: { id: string }[] };
    return data.filter(({ id }) => ids.includes(id)).length;
  };
  await expect.poll(running, { timeout: 150_000 }).toBe(0);
}

/** A word that no other generation has. */
export const newWord = () => `w${crypto.randomUUID().slice(0, 8)}`;

/** Prompts that share a unique word to search for. The last one submitted is listed first. */
export function promptsWith(word: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `Harbour ${index + 1} ${word}`);
}
