type LeavingKind = {
  /** The kind to which its users go; of the same medium. An operator's choice at closing takes precedence. */
  successor: string;
  /** The day from which the maker may close the model; null while none was named. */
  closesOn: string | null;
  /** Who says so, and the day on which that was read. */
  source: string;
  on: string;
};

const newerTypes = 'fal-ai/fal-js, types on the main branch of 2026-08-02 (381105e): the endpoint is missing';
const google = 'Google, dates of the models of the Gemini API';
const byteDance = 'ByteDance, list of models of Seedance: 1.5 Pro goes offline';
const readOn = '2026-11-26';

const leaving = (successor: string, source: string, closesOn: string | null = null): LeavingKind => ({
  successor,
  closesOn,
  source,
  on: readOn,
});
const veo = (successor: string) => leaving(successor, google, '2026-10-22');
const nanoBanana = (successor: string) => leaving(successor, google, '2026-10-29');

/**
 * Kinds in the catalog whose model its maker is about to close, or whose endpoint fal's newer types no longer have. They
 * are sold until an operator closes them; the check of kinds watches the day and the endpoint (docs/add-a-kind.md).
 */
export const leavingKinds: Readonly<Record<string, LeavingKind>> = {
  'veo3-1': veo('omni-flash-1-1-text-to-video'),
  'veo3-1-fast': veo('omni-flash-1-1-text-to-video'),
  'veo3-1-lite': veo('omni-flash-1-1-text-to-video'),
  'veo3-1-fast-image-to-video': veo('omni-flash-1-1-image-to-video'),
  'nano-banana-2': nanoBanana('nano-banana-2-1'),
  'nano-banana-2-edit': nanoBanana('nano-banana-2-1-edit'),
  'seedance-v1-5-pro-text-to-video': leaving('wan-3-0-text-to-video', byteDance),
  'seedance-v1-5-pro-image-to-video': leaving('seedance-2-0-mini-image-to-video', byteDance),
  vace: leaving('wan-v2-7-reference-to-video', newerTypes),
  'wan-v2-6-text-to-video': leaving('wan-3-0-text-to-video', newerTypes),
};
