import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { type LazyPart, type LoadPart, lazyPartWith, PartBoundary } from '#ui/lazy-part.tsx';
import { isRemembered } from './new-build.ts';

/** Place of a failed part's message: where the part would be, above the page like a dialog, or none if it draws nothing. */
type NotePlace = 'here' | 'above' | 'nowhere';

type PartOptions = {
  note?: NotePlace;
  /** Closes what is above the page, while it loads and when it failed; by default the part's own `onClose`. */
  onClose?: () => void;
};

/**
 * A component whose code loads when it is first drawn, and which leaves the rest of the page alone if that fails. What can
 * be closed can be closed from the beginning.
 */
export function lazyPart<Props extends object>(
  load: LoadPart<Props>,
  options: PartOptions = {},
): LazyPart<Props> {
  const Loaded = lazyPartWith<Props>(load, ({ partProps, error, onRetry }) => (
    <PartNote {...options} onClose={pickClose(partProps)} error={error} onRetry={onRetry} />
  ));
  const pickClose = ({ onClose = options.onClose }: PartOptions) => onClose;
  return (props) => {
    const onClose = pickClose(props);
    const part = <Loaded {...props} />;
    return onClose ? <Suspense fallback={<ClosedByEscape onClose={onClose} />}>{part}</Suspense> : part;
  };
}

/** Placeholder of a dialog until it has loaded. It takes Escape, so that the key closes nothing below it. */
export function ClosedByEscape({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      onClose();
    };
    addEventListener('keydown', closeOnEscape, true);
    return () => removeEventListener('keydown', closeOnEscape, true);
  }, [onClose]);
  return null;
}

/** Error boundary: an error inside of it does not take the page down. */
export function Part({ children, ...options }: PartOptions & { children: ReactNode }) {
  return (
    <PartBoundary
      renderFailed={(onRetry, error) => <PartNote {...options} error={error} onRetry={onRetry} />}
    >
      {children}
    </PartBoundary>
  );
}

type PartNoteProps = PartOptions & { error: unknown; onRetry: () => void };

function PartNote({ note = 'here', onClose, error, onRetry }: PartNoteProps) {
  const { t } = useTranslation('shell');
  if (note === 'nowhere') return null;
  return (
    <div
      role="alert"
      className={
        note === 'above'
          ? 'fixed inset-x-4 bottom-4 z-40 mx-auto flex w-fit flex-wrap items-center gap-x-3 rounded-lg border border-line bg-surface px-4 py-2 text-sm text-ink shadow-float'
          : 'flex flex-wrap items-center gap-x-3 p-2 text-sm text-ink-soft'
      }
    >
      <span>{t('failed')}</span>
      <Button size="sm" variant="ghost" onClick={isRemembered(error) ? () => location.reload() : onRetry}>
        {t('retry')}
      </Button>
      {onClose ? (
        <Button size="sm" variant="ghost" onClick={onClose}>
          {t('close')}
        </Button>
      ) : null}
    </div>
  );
}

const loading: Promise<unknown>[] = [];

/**
 * A lazy part that prerendered pages contain. It begins to load with the module that renders it, and the app waits for it
 * before it replaces such a page, whose content would otherwise vanish for a moment.
 */
export function lazyPrerendered<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  // Prerendering loads nothing here, because the language of the messages is not known yet.
  let begun = import.meta.env.SSR ? undefined : load();
  if (begun) loading.push(begun);
  // The part shows the failure, and loads again when the user asks for it.
  let ready: ComponentType<Props> | undefined;
  begun?.then(
    (component) => {
      ready = component;
    },
    () => undefined,
  );
  return lazyPart(() => {
    const first = begun;
    begun = undefined;
    return ready ?? first ?? load();
  });
}

/** Resolves when the lazy parts of a prerendered page have loaded or failed. */
export async function loadPrerenderedParts(): Promise<void> {
  await Promise.allSettled(loading);
}

/**
 * Loads code and runs an action with it, without waiting for the outcome. Failures go to `onFailure`; without it, for
 * actions that the user did not request, to the console only.
 */
export function withPart<Loaded>(
  load: () => Promise<Loaded>,
  act: (loaded: Loaded) => unknown,
  onFailure: (error: unknown) => void = (error) => console.warn('A part could not be loaded', error),
): void {
  load().then(act).catch(onFailure);
}
