import { expect, test } from './fixtures.ts';

const sample =
  'Describe the scene, the motion and the light. 1,240 credits left, 300 on hold: about a minute, at most two.';

test('a document that would wait for the typeface keeps a font of the device, in its width', async ({
  page,
}) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/*.woff2', async (route) => {
    await released;
    await route.continue();
  });
  // A document with a font on its way is not loaded.
  await page.goto('/creator/video/text-to-video', { waitUntil: 'domcontentloaded' });
  const measure = (family: string) => page.evaluate(measureWidths, { family, text: sample });
  const inDeviceFont = await measure('var(--font-sans)');

  release();
  await page.evaluate(async () => {
    const { href = '' } = document.querySelector<HTMLLinkElement>('link[rel=preload][as=font]') ?? {};
    const face = new FontFace('Measured', `url(${href})`, { weight: '400 700' });
    document.fonts.add(await face.load());
  });
  const inTypeface = await measure('Measured');
  expect(inTypeface).not.toEqual(inDeviceFont);
  for (const [index, width] of inTypeface.entries())
    expect(Math.abs(width / Number(inDeviceFont[index]) - 1)).toBeLessThan(0.01);
  expect(await measure('var(--font-sans)')).toEqual(inDeviceFont);
});

/** The width of a text in each weight of the interface. */
function measureWidths({ family, text }: { family: string; text: string }): number[] {
  return ['400', '500', '600'].map((weight) => {
    const line = document.createElement('span');
    line.style.cssText = `position:absolute;white-space:pre;font:${weight} 15px ${family}`;
    line.textContent = text;
    document.body.append(line);
    const { width } = line.getBoundingClientRect();
    line.remove();
    return width;
  });
}

test('every document asks for the typeface before its style sheet names it', { tag: '@each-rule' }, async ({
  page,
}) => {
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(request.url());
  });
  for (const path of ['/', '/pricing', '/account']) {
    fonts.length = 0;
    await page.goto(path);
    const preload = page.locator('head link[rel=preload][as=font]');
    await expect(preload).toHaveAttribute('href', /^\/assets\/inter-[\w-]+\.woff2$/);
    expect(new Set(fonts).size, path).toBe(1);
  }
});
