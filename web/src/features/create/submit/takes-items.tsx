import type { Kind } from '@atelier/catalog';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import ListOrdered from 'lucide-react/icons/list-ordered';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { useAccount } from '#product/account/account-store.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { MenuHeading, MenuItem } from '#ui/menu-item.tsx';
import { type FormValues, pricedInput } from '../form-values.ts';
import { ProjectChoice } from './bar-details.tsx';

const BatchSheet = lazyPart(
  async () => {
    const [{ BatchSheet }] = await Promise.all([
      import('../sheet/batch-sheet.tsx'),
      loadMessages('messages'),
    ]);
    return BatchSheet;
  },
  { note: 'above' },
);

const counts = [1, 2, 4];

type TakesItemsProps = {
  kind: Kind;
  values: FormValues;
  takes: number;
  onTakes: (takes: number) => void;
  onModels: (() => void) | undefined;
};

/**
 * Items of the menu beside the submit button: how many results of the form, each with its price, or a sheet of many
 * prompts.
 */
export function TakesItems({ kind, values, takes, onTakes, onModels }: TakesItemsProps) {
  const { t, i18n } = useTranslation('create');
  const { info } = useAccount();
  const { costCredits } = kind.price(pricedInput(kind, values));
  const openSheet = () => {
    if (!info) return openDialog({ name: 'sign-in' });
    openDialog({
      name: 'own',
      render: (onClose) => (
        <Suspense fallback={null}>
          <BatchSheet kind={kind} values={values} onClose={onClose} projectChoice={<ProjectChoice />} />
        </Suspense>
      ),
    });
  };
  return (
    <>
      <MenuHeading text={t('takes.title')} />
      {counts.map((count) => (
        <MenuItem key={count} isChecked={count === takes} onSelect={() => onTakes(count)}>
          <span className="flex-1 tabular-nums">{t('takes.count', { count })}</span>
          <span className="tabular-nums">{formatCredits(count * costCredits, i18n.language)}</span>
        </MenuItem>
      ))}
      <hr className="my-1.5 border-line" />
      {onModels ? (
        <MenuItem icon={<LayoutGrid size={16} />} onSelect={onModels}>
          <Described text={t('takes.models')} hint={t('takes.modelsHint')} />
        </MenuItem>
      ) : null}
      <MenuItem icon={<ListOrdered size={16} />} onSelect={openSheet}>
        <Described text={t('takes.prompts')} hint={t('takes.promptsHint')} />
      </MenuItem>
    </>
  );
}

function Described({ text, hint }: { text: string; hint: string }) {
  return (
    <span className="min-w-0 py-1.5">
      <span className="block">{text}</span>
      <span className="block text-xs text-ink-faint">{hint}</span>
    </span>
  );
}
