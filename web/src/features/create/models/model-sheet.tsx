import type { Kind } from '@atelier/catalog';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { KindEntry } from '#product/kinds/kind-entries.build.ts';
import { classNames } from '#ui/class-names.ts';
import { Kbd } from '#ui/kbd.tsx';
import { SearchModal } from '#ui/search-modal.tsx';
import type { FormValues } from '../form-values.ts';
import { OfferPreview } from './offer-preview.tsx';
import { OfferRow, priceColumn, timeColumn } from './offer-row.tsx';
import type { SortOrder } from './offers.ts';
import { type SheetRow, type SheetRows, useSheetRows } from './sheet-rows.ts';
import { TriedModels } from './tried-models.tsx';
import { useSheetChoice } from './use-sheet-choice.ts';
import { Wishes } from './wishes.tsx';

type ModelSheetProps = {
  chosen: Kind;
  values: FormValues;
  /** Whether the user has yet to buy credits before they can use a kind. */
  isLocked: (entry: KindEntry) => boolean;
  onChoose: (entry: KindEntry) => void;
  onClose: () => void;
};

/**
 * All models of a medium, found by name or by what one wants, with what each costs and takes for what the form has. Enter uses
 * one; several that are ticked are tried with the same prompt.
 */
export function ModelSheet({ chosen, values, isLocked, onChoose, onClose }: ModelSheetProps) {
  const { t } = useTranslation(['models', 'shell']);
  const list = useSheetRows({ chosen, values, isLocked });
  const choice = useSheetChoice({ chosen, list, onChoose, onClose });
  const { active, ticked } = choice;
  return (
    <SearchModal
      title={t('models:title')}
      label={t('models:search')}
      closeLabel={t('shell:close')}
      onClose={onClose}
      text={list.query}
      onText={(query) => {
        list.setQuery(query);
        choice.reset();
      }}
      onKeyDown={choice.onKeyDown}
      listId={list.earlier.isUnfolded ? 'model-list earlier-list' : 'model-list'}
      activeId={active && optionId(active)}
      size="sheet"
    >
      <div className="flex shrink-0 items-center justify-between gap-4 px-4 py-2.5 max-sm:overflow-x-auto">
        <Wishes medium={chosen.medium} wishes={list.wishes} />
        <Sorting order={list.order} onChange={list.setOrder} />
      </div>
      <div className="flex min-h-0 flex-1 gap-5 px-2 text-ink-soft lg:pr-4">
        <Offers chosen={chosen} list={list} choice={choice} />
        {active ? <OfferPreview offer={active.offer} /> : null}
      </div>
      <div className="shrink-0 border-t border-line px-4 py-3">
        <TriedModels
          ticked={list.offers.filter(({ entry, isClosed }) => ticked.includes(entry.id) && !isClosed)}
          form={{ kind: chosen, values }}
          active={active?.offer}
          onUse={() => choice.choose(active)}
          onMade={onClose}
        >
          <Keys />
        </TriedModels>
      </div>
    </SearchModal>
  );
}

const optionId = ({ key }: SheetRow) => `model-${key}`;

type OffersProps = { chosen: Kind; list: SheetRows; choice: ReturnType<typeof useSheetChoice> };

function Offers({ chosen, list: { rows, earlier }, choice }: OffersProps) {
  const { t } = useTranslation('models');
  const { active, isMoving } = choice;
  const activeOption = active && optionId(active);
  useEffect(() => {
    if (activeOption && isMoving) document.getElementById(activeOption)?.scrollIntoView({ block: 'nearest' });
  }, [activeOption, isMoving]);
  const currentCount = rows.length - (earlier.isUnfolded ? earlier.count : 0);
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <Columns />
      <div className="min-h-0 overflow-y-auto pb-2">
        <div id="model-list" role="listbox" aria-label={t('list')}>
          {rows.slice(0, currentCount).map((row) => (
            <Option key={row.key} row={row} chosen={chosen} choice={choice} />
          ))}
        </div>
        {earlier.count > 0 ? (
          <EarlierModels {...earlier}>
            {rows.slice(currentCount).map((row) => (
              <Option key={row.key} row={row} chosen={chosen} choice={choice} />
            ))}
          </EarlierModels>
        ) : null}
      </div>
      {rows.length === 0 ? (
        <p role="status" className="py-16 text-center text-sm">
          {t('none')} {t('noneHint')}
        </p>
      ) : null}
    </div>
  );
}

type OptionProps = Omit<OffersProps, 'list'> & { row: SheetRow };

function Option({ row, chosen, choice: { active, choose, isTicked, canTick, tick, show } }: OptionProps) {
  return (
    <OfferRow
      id={optionId(row)}
      offer={row.offer}
      variants={row.variants}
      fromCredits={row.fromCredits}
      isActive={row === active}
      isChosen={row.offer.entry.id === chosen.id}
      isTicked={isTicked(row)}
      canTick={canTick(row)}
      onPoint={() => show(row.offer)}
      onChoose={() => choose(row)}
      onTick={() => tick(row)}
      onVariant={show}
    />
  );
}

/** Fold of the models that a newer one of their line follows. */
function EarlierModels({
  count,
  isUnfolded,
  toggle,
  children,
}: SheetRows['earlier'] & { children: ReactNode }) {
  const { t } = useTranslation('models');
  return (
    <>
      <button
        type="button"
        aria-expanded={isUnfolded}
        onClick={toggle}
        className="flex min-h-11 w-full items-center gap-2 rounded-sm px-2 text-sm font-medium hover:text-ink"
      >
        <ChevronRight
          size={16}
          aria-hidden="true"
          className={classNames('transition-transform duration-150', isUnfolded && 'rotate-90')}
        />
        {t('earlier', { count })}
      </button>
      {isUnfolded ? (
        <div id="earlier-list" role="listbox" aria-label={t('earlier', { count })}>
          {children}
        </div>
      ) : null}
    </>
  );
}

/** Names of the columns, for the eyes: each option says its own figures. */
function Columns() {
  const { t } = useTranslation('models');
  return (
    <div aria-hidden="true" className="flex shrink-0 gap-3 px-2 pb-1 text-xs text-ink-faint">
      <span className="flex-1">{t('list')}</span>
      <span className={classNames(timeColumn, 'max-sm:hidden')}>{t('columns.time')}</span>
      <span className={priceColumn}>{t('columns.price')}</span>
      <span className="w-11 sm:hidden" />
    </div>
  );
}

const sortOrders = ['recommended', 'price', 'time', 'keeper'] as const;

function Sorting({ order, onChange }: { order: SortOrder; onChange: (order: SortOrder) => void }) {
  const { t } = useTranslation('models');
  return (
    <select
      aria-label={t('sort.label')}
      value={order}
      onChange={({ target }) => onChange(target.value as SortOrder)}
      className="field-sizing-content min-h-8 shrink-0 cursor-pointer rounded-sm bg-transparent text-xs hover:text-ink pointer-coarse:min-h-11"
    >
      {sortOrders.map((each) => (
        <option key={each} value={each}>
          {t(`sort.${each}`)}
        </option>
      ))}
    </select>
  );
}

function Keys() {
  const { t } = useTranslation('models');
  const keys = [
    ['↑ ↓', 'move'],
    ['Enter', 'use'],
    ['Space', 'tick'],
  ] as const;
  return keys.map(([key, name]) => (
    <span key={name} className="flex items-center gap-1.5">
      <Kbd keys={key} />
      {t(`keys.${name}`)}
    </span>
  ));
}
