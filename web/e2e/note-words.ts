import type { Page } from '@playwright/test';

/**
 * Records which of these texts the page shows from now on, however briefly: a toast or a "Copied" may be gone before a
 * test checks for it. A reload ends the recording.
 */
export async function noteWords(page: Page, words: readonly string[]): Promise<() => Promise<string[]>> {
  const noted = await page.evaluateHandle((wanted) => {
    const seen: string[] = [];
    const look = () => {
      const text = document.body.textContent;
      for (const word of wanted) if (!seen.includes(word) && text.includes(word)) seen.push(word);
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    look();
    return seen;
  }, words);
  return () => noted.jsonValue();
}
