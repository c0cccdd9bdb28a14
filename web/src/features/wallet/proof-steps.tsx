import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format.ts';
import { CopyableCode } from '#product/copyable.tsx';

/** How a user proves that the ledger holds their entries, from `head`, the last link of its chain. */
export function ProofSteps({ head, checkpointAt }: { head: string; checkpointAt: string | null }) {
  const { t, i18n } = useTranslation('wallet');
  const command = `npm run ledger:verify -- --file ledger.csv --head ${head}`;
  return (
    <div className="grid max-w-2xl gap-3 pb-4 text-sm text-ink-soft">
      <p>{t('proof.text')}</p>
      <CopyableCode text={head} label={t('proof.copyHead')} />
      <p>{t('proof.how')}</p>
      <CopyableCode text={command} label={t('proof.copyCommand')} />
      <p>{t('proof.filtered')}</p>
      {checkpointAt ? (
        <>
          <p>{t('proof.checkpoint', { date: formatDate(checkpointAt, i18n.language) })}</p>
          <CopyableCode text="node verify-receipt.mjs receipt.json" label={t('proof.copyCommand')} />
          <a
            href="/.well-known/ledger/verify-receipt.mjs"
            download="verify-receipt.mjs"
            className="justify-self-start underline decoration-line-strong underline-offset-4"
          >
            {t('proof.program')}
          </a>
        </>
      ) : null}
    </div>
  );
}
