import { readCookie, writeCookie } from '#lib/cookies.ts';

export const themes = ['system', 'dark', 'light'] as const;
export type Theme = (typeof themes)[number];

const rememberedDays = 365;

export function readTheme(): Theme {
  const stored = readCookie('theme');
  return themes.find((theme) => theme === stored) ?? 'system';
}

/** Applies a theme and stores it in a cookie; `system` follows the device. */
export function chooseTheme(theme: Theme): void {
  writeCookie('theme', theme, rememberedDays);
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
