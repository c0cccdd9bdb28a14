import { useTranslation } from 'react-i18next';
import { CopyableCode } from '#product/copyable.tsx';
import { Collapsible } from '#ui/collapsible.tsx';

/** How somebody who trusts nobody checks the ledger (docs/runbook.md, "Payments"). Nothing before the first line. */
export function ProofFold({ head }: { head: string | null }) {
  const { t } = useTranslation('wallet');
  if (head === null) return null;
  const command = `npm run ledger:verify -- --file ledger.csv --head ${head}`;
  return (
    <div className="mt-8">
      <Collapsible title={t('proof.title')}>
        <div className="grid max-w-2xl gap-3 text-sm text-ink-soft">
          <p>{t('proof.text')}</p>
          <CopyableCode text={head} label={t('proof.copyHead')} />
          <p>{t('proof.how')}</p>
          <CopyableCode text={command} label={t('proof.copyCommand')} />
          <p>{t('proof.filtered')}</p>
        </div>
      </Collapsible>
    </div>
  );
}
