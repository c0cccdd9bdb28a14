import type { Page } from '@playwright/test';

/**
 * Notes from now on which of these words the page shows, however briefly: a toast or a "Copied" may be gone between two
 * looks. A reload begins anew.
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
