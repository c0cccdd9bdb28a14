import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { type LazyPart, type LoadPart, lazyPartWith, PartBoundary } from '#ui/lazy-part.tsx';
import { fetchAgain } from './import-part.ts';
import { isRemembered } from './new-build.ts';

/** Where a part that failed says so: in its own place, above the page as dialogs are, or nowhere, for what draws nothing. */
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
  const closeOf = (props: Props) => ('onClose' in props ? (props.onClose as () => void) : options.onClose);
  const Loaded = lazyPartWith<Props>(
    () => inTime(load()),
    ({ partProps, error, onRetry }) => (
      <PartNote {...options} {...{ error, onRetry }} onClose={closeOf(partProps)} />
    ),
  );
  return (props) => {
    const onClose = closeOf(props);
    if (!onClose) return <Loaded {...props} />;
    return (
      <Suspense fallback={<ClosedByEscape onClose={onClose} />}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}

/** After this time a network is taken for one that never answers. */
const patienceMs = 20_000;

class LatePart extends Error {
  readonly loading: Promise<unknown>;

  constructor(loading: Promise<unknown>) {
    super('A part is still loading');
    this.name = 'LatePart';
    this.loading = loading;
  }
}

/** Fails when it takes too long, so that no skeleton stays for ever. */
function inTime<Loaded>(loading: Promise<Loaded> | Loaded): Promise<Loaded> | Loaded {
  if (!(loading instanceof Promise)) return loading;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new LatePart(loading)), patienceMs);
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** In the place of what opens above the page, until it is there. Nothing below it closes on the same key. */
export function ClosedByEscape({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      onClose();
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [onClose]);
  return null;
}

/** Keeps what throws inside of it from taking the page down. */
export function Part({ children, ...options }: PartOptions & { children: ReactNode }) {
  return (
    <PartBoundary renderFailed={(onRetry, error) => <PartNote {...options} {...{ error, onRetry }} />}>
      {children}
    </PartBoundary>
  );
}

type PartNoteProps = PartOptions & { error: unknown; onRetry: () => void };

function PartNote({ note = 'here', onClose, error, onRetry }: PartNoteProps) {
  const { t } = useTranslation('shell');
  // One that comes after all needs nobody to ask for it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is another one each time
  useEffect(() => {
    if (error instanceof LatePart) error.loading.then(onRetry, () => undefined);
  }, [error]);
  if (note === 'nowhere') return null;
  const retry = () => {
    if (isRemembered(error)) location.reload();
    if (error instanceof LatePart) fetchAgain();
    onRetry();
  };
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
      <Button size="sm" variant="ghost" onClick={retry}>
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
 * A lazy part that painted pages show as they open. It begins to load with the module that renders it, and the app waits
 * for it before it takes the place of such a page: what the document shows would vanish until it is there.
 */
export function lazyPainted<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  // Where pages are painted, the language of the messages is not known yet.
  let begun = import.meta.env.SSR ? undefined : load();
  if (begun) loading.push(begun);
  // A failure is the part's, which is loaded again when the user asks for it.
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

/** Resolves when everything that the modules loaded so far need for a painted page is there, or has failed. */
export async function loadPaintedParts(): Promise<void> {
  await Promise.allSettled(loading.map(inTime));
}

/**
 * Loads code and acts with it, where nothing waits for the outcome. A failure is reported by `onFailure`; without it only to
 * the console, for what the user has not asked for.
 */
export function withPart<Loaded>(
  load: () => Promise<Loaded>,
  act: (loaded: Loaded) => unknown,
  onFailure: (error: unknown) => void = (error) => console.warn('A part could not be loaded', error),
): void {
  load().then(act).catch(onFailure);
}
