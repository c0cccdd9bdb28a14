import type { Page } from '@playwright/test';

declare global {
  interface Window {
    announcements?: string[];
  }
}

/** Records what live regions say from now on: the whole of a status, and of a list that grows what is added. */
export async function watchAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = [];
    window.announcements = said;
    const selector = '[aria-live=polite], [aria-live=assertive], [role=status], [role=alert], output';
    const last = new WeakMap<Element, string>();
    for (const region of document.querySelectorAll(selector)) last.set(region, region.textContent.trim());
    const say = (region: Element, text: string) => {
      if (text !== '' && last.get(region) !== text) said.push(text);
      last.set(region, text);
    };
    new MutationObserver((mutations) => {
      const changed = new Set<Element>();
      for (const { target, addedNodes } of mutations) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest(selector);
        if (region?.ariaLive && !region.role) {
          for (const node of addedNodes) if (node.textContent?.trim()) said.push(node.textContent.trim());
        } else if (region) changed.add(region);
        // An alert speaks as it comes; a status that comes with its text does not.
        for (const node of addedNodes)
          if (node instanceof Element && node.matches('[role=alert]')) changed.add(node);
      }
      for (const region of changed) if (region.isConnected) say(region, region.textContent.trim());
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => window.announcements ?? []);
}
