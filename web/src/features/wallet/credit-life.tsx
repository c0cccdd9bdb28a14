import { useTranslation } from 'react-i18next';

const steps = ['reserve', 'settle', 'release'] as const;

/** The life of a credit (ruling 17), in the words of the ledger. */
export function CreditLife() {
  const { t } = useTranslation(['wallet', 'ledger']);
  return (
    <section>
      <h2 className="text-lg font-semibold">{t('life.title')}</h2>
      <dl className="mt-3 grid gap-3 text-sm">
        {steps.map((step) => (
          <div key={step}>
            <dt className="font-medium">{t(`ledger:kinds.${step}`)}</dt>
            <dd className="text-ink-soft text-pretty">{t(`life.${step}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
