import { useTranslation } from 'react-i18next';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { ledgerKinds, type WalletPageProps, type WalletSearch } from './wallet-search.ts';

/** Type and days. Each change is a new address, on its first page. */
export function LedgerFilters({ search, onSearch }: WalletPageProps) {
  const { t } = useTranslation(['wallet', 'ledger']);
  const choose = (change: WalletSearch) => onSearch({ ...search, page: undefined, ...change });
  return (
    <fieldset className="mt-4 grid grid-cols-2 items-end gap-3 sm:grid-cols-[1fr_10rem_10rem]">
      <legend className="sr-only">{t('ledger.filters')}</legend>
      <div className="col-span-2 sm:col-span-1">
        <SelectField
          name="kind"
          label={t('ledger.kind')}
          value={search.kind ?? ''}
          options={[
            { value: '', label: t('ledger.allKinds') },
            ...ledgerKinds.map((kind) => ({ value: kind, label: t(`ledger:kinds.${kind}`) })),
          ]}
          onChange={(value) => choose({ kind: ledgerKinds.find((kind) => kind === value) })}
        />
      </div>
      {(['from', 'to'] as const).map((end) => (
        <TextField
          key={end}
          type="date"
          name={end}
          label={t(`ledger.${end}`)}
          value={search[end] ?? ''}
          onChange={(value) => choose({ [end]: value === '' ? undefined : value })}
        />
      ))}
    </fieldset>
  );
}
