import type { Page } from '@playwright/test';

export type SeenCard = {
  /** Every text that the card has shown, in order. */
  texts: string[];
  /** The words of its progress bar, in order. */
  stages: string[];
  /** Every value of its progress bar, in order. */
  percents: number[];
};

/** Records what the card of a generation shows from now on, so that no short-lived state is missed. */
export async function followCard(page: Page, prompt: string): Promise<() => Promise<SeenCard>> {
  const generation = await page.evaluateHandle((wanted) => {
    const seen: SeenCard = { texts: [], stages: [], percents: [] };
    const read = () => {
      const card = document.querySelector(`article[aria-label="${CSS.escape(wanted)}"]`);
      if (!card) return;
      if (seen.texts.at(-1) !== card.textContent) seen.texts.push(card.textContent);
      const bar = card.querySelector('[role=progressbar]');
      const stage = bar?.getAttribute('aria-valuetext');
      if (stage && seen.stages.at(-1) !== stage) seen.stages.push(stage);
      const percent = bar?.getAttribute('aria-valuenow');
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
