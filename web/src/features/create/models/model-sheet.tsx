import type { Kind } from '@atelier/catalog';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { KindEntry } from '#product/kinds/kind-entries.build.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Kbd } from '#ui/kbd.tsx';
import type { FormValues } from '../form-values.ts';
import { OfferPreview } from './offer-preview.tsx';
import { OfferRow } from './offer-row.tsx';
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
    <Dialog
      isOpen
      onClose={onClose}
      title={t('models:title')}
      closeLabel={t('shell:close')}
      width="wide"
      footer={
        <TriedModels
          ticked={list.offers.filter(({ entry, isClosed }) => ticked.includes(entry.id) && !isClosed)}
          form={{ kind: chosen, values }}
          active={active?.offer}
          onUse={() => choice.choose(active)}
          onMade={onClose}
        >
          <Keys />
        </TriedModels>
      }
    >
      <input
        data-autofocus
        role="combobox"
        type="text"
        dir="auto"
        aria-label={t('models:search')}
        aria-expanded="true"
        aria-controls="model-list"
        aria-activedescendant={active && optionId(active)}
        placeholder={t('models:search')}
        value={list.query}
        onChange={({ target }) => {
          list.setQuery(target.value);
          choice.reset();
        }}
        onKeyDown={choice.onKeyDown}
        className="w-full rounded-md bg-raised px-3.5 py-2.5 text-input text-ink placeholder:text-ink-faint"
      />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Wishes medium={chosen.medium} wishes={list.wishes} />
        <Sorting order={list.order} onChange={list.setOrder} />
      </div>
      <div className="mt-2 flex gap-5 sm:h-[min(31rem,52dvh)]">
        <Offers chosen={chosen} rows={list.rows} choice={choice} />
        {active ? <OfferPreview offer={active.offer} /> : null}
      </div>
    </Dialog>
  );
}

const optionId = ({ key }: SheetRow) => `model-${key}`;

type OffersProps = Pick<SheetRows, 'rows'> & { chosen: Kind; choice: ReturnType<typeof useSheetChoice> };

function Offers({ chosen, rows, choice }: OffersProps) {
  const { t } = useTranslation('models');
  const { active, choose, isTicked, canTick, tick, show, isMoving } = choice;
  const activeOption = active && optionId(active);
  useEffect(() => {
    if (activeOption && isMoving) document.getElementById(activeOption)?.scrollIntoView({ block: 'nearest' });
  }, [activeOption, isMoving]);
  return (
    <div className="min-w-0 flex-1 sm:overflow-y-auto">
      <div id="model-list" role="listbox" aria-label={t('list')}>
        {rows.map((row) => (
          <OfferRow
            key={row.key}
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
        ))}
      </div>
      {rows.length === 0 ? (
        <p role="status" className="py-16 text-center text-sm">
          {t('none')} {t('noneHint')}
        </p>
      ) : null}
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
      className="field-sizing-content min-h-8 cursor-pointer rounded-sm bg-transparent text-xs hover:text-ink pointer-coarse:min-h-11"
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
