import type { Kind } from '@atelier/catalog';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import { Suspense, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { lazyPart, withPart } from '#lib/parts/lazy-part.tsx';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import type { KindEntry } from '#product/kinds/kind-entries.build.ts';
import { KindPicture } from '#product/kinds/kind-picture.tsx';
import { findModelLabel, loadKind } from '#product/kinds/kinds.ts';
import { mediaWithModels } from '#product/kinds/media-with-models.build.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import type { FormValues } from '../form-values.ts';

const loadSheet = async () => {
  const [{ ModelSheet }] = await Promise.all([
    import('./model-sheet.tsx'),
    loadMessages('models', 'status', 'messages'),
  ]);
  return ModelSheet;
};
const prefetchSheet = () => withPart(loadSheet, () => undefined);
const ModelSheet = lazyPart(loadSheet, { note: 'above' });

const OwnRecord = lazyPart(
  async () => {
    const [{ OwnRecord }] = await Promise.all([import('./own-record.tsx'), loadMessages('models')]);
    return OwnRecord;
  },
  { note: 'nowhere' },
);

/** Set while a choice opens another page, whose picker then gets the focus back. */
let isChoosing = false;

/** Whether there is another kind of the medium to choose. */
export function hasModels({ medium }: Kind): boolean {
  return mediaWithModels.includes(medium);
}

type SheetOf = {
  chosen: Kind;
  values: FormValues;
  /** Whether paid-only kinds are open to the user. */
  areOpen: boolean;
  /** Chooses a kind of this page. */
  onChoose: (kind: Kind) => void;
  /** Opens the page of another kind. */
  onMove: (kind: Kind) => Promise<void>;
};

/**
 * Returns what opens the sheet of all models of the medium; nothing when there is only one. What the user has set travels
 * along.
 */
export function useModelSheet({
  chosen,
  values,
  areOpen,
  onChoose,
  onMove,
}: SheetOf): (() => void) | undefined {
  const choose = async ({ id, path }: KindEntry) => {
    const next = id === chosen.id ? undefined : await loadKind(id);
    if (!next) return;
    if (path === chosen.menu.path) return onChoose(next);
    isChoosing = true;
    await onMove(next);
  };
  if (!hasModels(chosen)) return undefined;
  return () =>
    openDialog({
      name: 'own',
      render: (onClose) => (
        <Suspense fallback={null}>
          <ModelSheet
            chosen={chosen}
            values={values}
            isLocked={({ isPro }) => isPro && !areOpen}
            onClose={onClose}
            onChoose={(next) => void choose(next).catch(showErrorToast)}
          />
        </Suspense>
      ),
    });
}

/** The chosen model, and the way to all others. */
export function ModelPicker({ chosen, onOpen }: { chosen: Kind; onOpen: (() => void) | undefined }) {
  const { t } = useTranslation(['create', 'kinds']);
  const id = useId();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isChoosing) return;
    isChoosing = false;
    const focusPicker = () => ref.current?.querySelector('button')?.focus({ preventScroll: true });
    focusPicker();
    // A page that opens takes the focus itself, before or after this.
    const page = document.getElementById('content');
    page?.addEventListener('focus', focusPicker, { once: true });
    return () => page?.removeEventListener('focus', focusPicker);
  }, []);
  if (!onOpen) return null;
  return (
    <div ref={ref} className="min-w-0">
      <span id={`${id}-label`} className="sr-only">
        {t('kinds:fields.model.label')}
      </span>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="m"
        aria-labelledby={`${id}-label ${id}-chosen`}
        onPointerEnter={prefetchSheet}
        onFocus={prefetchSheet}
        onClick={onOpen}
        className="flex min-h-15 w-full items-center gap-3 rounded-md border border-transparent bg-raised px-2 py-1 text-left transition-colors duration-150 hover:border-line-strong"
      >
        <KindPicture kindId={chosen.id} className="h-11 w-auto" />
        <span id={`${id}-chosen`} className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span title={findModelLabel(chosen)} className="min-w-0 flex-1 truncate font-medium">
              {findModelLabel(chosen)}
            </span>
            <Suspense fallback={null}>
              <OwnRecord kindId={chosen.id} />
            </Suspense>
          </span>
          <span className="block text-xs leading-4 text-ink-soft">
            {t(`kinds:kinds.${chosen.id}.strengths`)}
          </span>
        </span>
        <ChevronsUpDown size={16} aria-hidden="true" className="mr-1.5 shrink-0 text-ink-faint" />
      </button>
    </div>
  );
}
