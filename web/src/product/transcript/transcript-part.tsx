import { loadMessages } from '#lib/i18n/i18n.ts';
import { lazyPart } from '#lib/parts/lazy-part.tsx';

/** A transcript with its messages, which few pages need. */
export const TranscriptPart = lazyPart(async () => {
  const [{ TranscriptView }] = await Promise.all([
    import('./transcript-view.tsx'),
    loadMessages('transcript'),
  ]);
  return TranscriptView;
});
