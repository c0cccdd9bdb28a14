/** False when the user has asked their system for less motion. */
export function isMotionWelcome(): boolean {
  return !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
