/** The key of shortcuts, as this computer's keyboard names it. */
export function commandKey(): string {
  // Pages are also prerendered by the build, for any computer.
  return !import.meta.env.SSR && /Mac|iP(?:hone|ad|od)/.test(navigator.platform) ? '⌘' : 'Ctrl';
}
