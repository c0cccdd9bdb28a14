import { lazyPart } from '#lib/parts/lazy-part.tsx';

/** Apart, because pages that show what runs do not load what reads the line before something waits. */
export const LazyWaitingLine = lazyPart(async () => (await import('./waiting-line.tsx')).WaitingLine, {
  note: 'nowhere',
});
