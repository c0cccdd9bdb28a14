import type { Page } from '@playwright/test';

export type JobSigns = {
  /** Every text the card of the job showed, in order. */
  texts: string[];
  /** Every value of its progress bar, in order. */
  percents: number[];
};

/** Writes down from now on what the card of a job shows, so that no state is missed between two looks. */
export async function recordJobSigns(page: Page, prompt: string): Promise<() => Promise<JobSigns>> {
  const signs = await page.evaluateHandle((wanted) => {
    const seen: JobSigns = { texts: [], percents: [] };
    const look = () => {
      const card = document.querySelector(`article[aria-label="${CSS.escape(wanted)}"]`);
      if (!card) return;
      if (seen.texts.at(-1) !== card.textContent) seen.texts.push(card.textContent);
      const percent = card.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow');
      if (percent && seen.percents.at(-1) !== Number(percent)) seen.percents.push(Number(percent));
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    return seen;
  }, prompt);
  return () => signs.jsonValue();
}
