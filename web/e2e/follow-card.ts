import type { Page } from '@playwright/test';

export type SeenCard = {
  /** Every text that the card has shown, in order. */
  texts: string[];
  /** Every value of its progress bar, in order. */
  percents: number[];
};

/** Records what the card of a generation shows from now on, so that no short-lived state is missed. */
export async function followCard(page: Page, prompt: string): Promise<() => Promise<SeenCard>> {
  const generation = await page.evaluateHandle((wanted) => {
    const seen: SeenCard = { texts: [], percents: [] };
    const read = () => {
      const card = document.querySelector(`article[aria-label="${CSS.escape(wanted)}"]`);
      if (!card) return;
      if (seen.texts.at(-1) !== card.textContent) seen.texts.push(card.textContent);
      const percent = card.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow');
      if (percent && seen.percents.at(-1) !== Number(percent)) seen.percents.push(Number(percent));
    };
    new MutationObserver(read).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    return seen;
  }, prompt);
  return () => generation.jsonValue();
}
