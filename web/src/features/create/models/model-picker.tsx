import { type Kind, priceRange } from '@atelier/catalog';
import { useNavigate } from '@tanstack/react-router';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import { Suspense, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { lazyPart, withPart } from '#lib/parts/lazy-part.tsx';
import { readKept, writeKept } from '#product/kept/kept.ts';
import type { KindEntry } from '#product/kinds/kind-entries.build.ts';
import { loadKind } from '#product/kinds/kinds.ts';
import { mediaWithModels } from '#product/kinds/media-with-models.build.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { pageTarget } from '#product/navigation/menu.ts';
import { FieldLabel } from '#ui/field.tsx';
import { Popover } from '#ui/popover.tsx';
import { formatDraftKey } from '../form-values.ts';

const loadList = async () => {
  const [{ ModelList }] = await Promise.all([import('./model-list.tsx'), loadMessages('status')]);
  return ModelList;
};
const prefetchList = () => withPart(loadList, () => undefined);
const ModelList = lazyPart(loadList);

/** Set while a choice opens another page, whose picker then gets the focus back. */
let isChoosing = false;

/** Whether there is another kind of the medium to choose. */
export function hasModels({ medium }: Kind): boolean {
  return mediaWithModels.includes(medium);
}

type ModelPickerProps = {
  chosen: Kind;
  isLocked: (entry: KindEntry) => boolean;
  /** Chooses a kind of this page. */
  onChoose: (kind: Kind) => void;
};

/** Chooses among all kinds of the medium; absent when there is only one. What the user has set travels along. */
export function ModelPicker({ chosen, isLocked, onChoose }: ModelPickerProps) {
  const { t, i18n } = useTranslation(['create', 'kinds']);
  const navigate = useNavigate();
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
  if (!hasModels(chosen)) return null;

  const choose = async ({ id, path, medium }: KindEntry) => {
    if (id === chosen.id) return;
    const next = await loadKind(id);
    if (next && path === chosen.menu.path) return onChoose(next);
    isChoosing = true;
    const key = formatDraftKey(medium, path);
    writeKept('form', { ...readKept('form', key), model: id }, key);
    await navigate(pageTarget(path));
  };
  const credits = priceRange(chosen).lowest.costCredits;
  return (
    <div ref={ref} className="min-w-0">
      <FieldLabel id={`${id}-label`}>{t('kinds:fields.model.label')}</FieldLabel>
      <Popover
        className="max-h-[calc(100dvh-1rem)] w-108 p-1.5"
        renderButton={(props) => (
          <button
            {...props}
            type="button"
            aria-haspopup="listbox"
            aria-labelledby={`${id}-label ${id}-chosen`}
            onPointerEnter={prefetchList}
            onFocus={prefetchList}
            className="flex w-full items-center gap-3 rounded-md border border-transparent bg-raised px-3.5 py-2 text-left transition-colors duration-150 hover:border-line-strong"
          >
            <span id={`${id}-chosen`} className="min-w-0 flex-1">
              <span className="flex items-baseline justify-between gap-3">
                <span className="font-medium">{t(`kinds:kinds.${chosen.id}.title`)}</span>
                <span className="shrink-0 text-xs text-ink-faint tabular-nums">
                  {t('create:models.from', {
                    count: credits,
                    credits: formatCredits(credits, i18n.language),
                  })}
                </span>
              </span>
              <span
                title={t(`kinds:kinds.${chosen.id}.description`)}
                className="block truncate text-xs text-ink-soft"
              >
                {t(`kinds:kinds.${chosen.id}.description`)}
              </span>
            </span>
            <ChevronsUpDown size={16} aria-hidden="true" className="shrink-0 text-ink-faint" />
          </button>
        )}
      >
        {(close) => (
          <Suspense fallback={<div className="h-80" />}>
            <ModelList
              chosen={chosen}
              isLocked={isLocked}
              onChoose={(next) => {
                close();
                choose(next).catch(showErrorToast);
              }}
            />
          </Suspense>
        )}
      </Popover>
    </div>
  );
}
