import { packs } from '@atelier/catalog';
import Search from 'lucide-react/icons/search';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatMoney, formatSeconds } from '#lib/format.ts';
import { classNames } from '#ui/class-names.ts';
import { PriceGroupTable } from './price-group-table.tsx';
import { clipLengths, type PriceGroup, priceGroups } from './price-rows.build.ts';
import { isFound, orderGroups, type Sorting } from './price-rows.ts';
import { useRowWords } from './price-words.ts';

type GroupId = PriceGroup['id'];
type Tab = GroupId | 'all';

/** The prices of every model in one list, which is searched, narrowed to a group, and sorted within each group. */
export function PriceList({ chosenId }: { chosenId: string | undefined }) {
  const { t } = useTranslation('pricing');
  const [query, setQuery] = useState('');
  const [tab, setTab] = useState<Tab>('all');
  const [clipIndex, setClipIndex] = useState(0);
  const [packIndex, setPackIndex] = useState(0);
  const [sortings, setSortings] = useState<Partial<Record<GroupId, Sorting | undefined>>>({});
  const readWords = useRowWords();
  const pack = packs[packIndex];
  if (!pack) return null;
  const groups = orderGroups(priceGroups, chosenId).map((group) => ({
    ...group,
    rows: group.rows.flatMap((row) => {
      const { note, words } = readWords(row);
      return isFound(query, words) ? [{ row, note }] : [];
    }),
  }));
  const counts = new Map<Tab, number>(groups.map(({ id, rows }) => [id, rows.length]));
  counts.set(
    'all',
    [...counts.values()].reduce((sum, count) => sum + count, 0),
  );
  const shown = groups.filter(({ id, rows }) => rows.length > 0 && (tab === 'all' || tab === id));
  return (
    <>
      <div className="top-(--header-height) z-20 flex flex-wrap items-center gap-2 bg-canvas py-2 lg:sticky">
        <SearchBox text={query} onText={setQuery} />
        <Tabs tab={tab} counts={counts} onTab={setTab} />
        <ClipSelect index={clipIndex} onIndex={setClipIndex} />
        <PackSelect index={packIndex} onIndex={setPackIndex} />
      </div>
      <div className="overflow-x-auto lg:overflow-visible">
        {shown.map((group) => (
          <PriceGroupTable
            key={group.id}
            group={group}
            rows={group.rows}
            clipIndex={clipIndex}
            pack={pack}
            chosenId={chosenId}
            sorting={sortings[group.id]}
            folds={query.trim() === ''}
            onSort={(sorting) => setSortings((all) => ({ ...all, [group.id]: sorting }))}
          />
        ))}
      </div>
      <div role="status">
        {shown.length === 0 ? <p className="py-3 text-sm text-ink-soft">{t('prices.none')}</p> : null}
      </div>
    </>
  );
}

function SearchBox({ text, onText }: { text: string; onText: (text: string) => void }) {
  const { t } = useTranslation('pricing');
  return (
    <search className="relative block w-full sm:w-fit">
      <Search
        size={16}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-faint"
      />
      <input
        type="search"
        name="model"
        dir="auto"
        aria-label={t('prices.search')}
        placeholder={t('prices.search')}
        autoComplete="off"
        value={text}
        onChange={({ target }) => onText(target.value)}
        className="h-9 w-full rounded-md border border-transparent bg-raised pl-10.5 text-input placeholder:text-ink-faint hover:border-line-strong pointer-coarse:min-h-11"
      />
    </search>
  );
}

const tabs = ['all', 'moving', 'still', 'other'] as const;

type TabsProps = { tab: Tab; counts: ReadonlyMap<Tab, number>; onTab: (tab: Tab) => void };

function Tabs({ tab, counts, onTab }: TabsProps) {
  const { t, i18n } = useTranslation('pricing');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws a box of its own
    <div role="group" aria-label={t('prices.filter')} className="flex rounded-md bg-raised max-sm:w-full">
      {tabs.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={tab === each}
          onClick={() => onTab(each)}
          className="flex min-h-9 flex-1 items-center justify-center gap-1.5 rounded-md px-3 text-sm whitespace-nowrap text-ink-soft hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-ink pointer-coarse:min-h-11"
        >
          {t(`prices.tabs.${each}`)}
          <span className="text-xs text-ink-faint tabular-nums max-sm:hidden">
            {formatCredits(counts.get(each) ?? 0, i18n.language)}
          </span>
        </button>
      ))}
    </div>
  );
}

type SelectProps = { index: number; onIndex: (index: number) => void };

const selectClass =
  'field-sizing-content min-h-9 cursor-pointer rounded-md bg-raised px-3 text-sm font-medium hover:text-ink pointer-coarse:min-h-11';

function ClipSelect({ index, onIndex }: SelectProps) {
  const { t, i18n } = useTranslation('pricing');
  return (
    <select
      name="clip_length"
      aria-label={t('prices.clipLength')}
      value={index}
      onChange={({ target }) => onIndex(Number(target.value))}
      className={classNames(selectClass, 'max-sm:hidden')}
    >
      {clipLengths.map((seconds, each) => (
        <option key={seconds} value={each}>
          {t('prices.clips', { length: formatSeconds(seconds, i18n.language) })}
        </option>
      ))}
    </select>
  );
}

/** The pack at whose price credits are shown as money. */
function PackSelect({ index, onIndex }: SelectProps) {
  const { t, i18n } = useTranslation('pricing');
  return (
    <label className="ml-auto flex items-center gap-2 text-xs text-ink-faint max-sm:hidden">
      {t('prices.moneyAt')}
      <select
        name="pack"
        value={index}
        onChange={({ target }) => onIndex(Number(target.value))}
        className={classNames(selectClass, 'text-ink')}
      >
        {packs.map(({ id, credits, amountMinor, currency }, each) => (
          <option key={id} value={each}>
            {t('prices.packPrice', {
              price: formatMoney(amountMinor, currency, i18n.language),
              credits: formatCredits(credits, i18n.language),
            })}
          </option>
        ))}
      </select>
    </label>
  );
}
