import { useTranslation } from 'react-i18next';
import { CopyableCode } from '#product/copyable.tsx';
import { exampleProgram } from './example-program.ts';

export function FirstSteps() {
  const { t } = useTranslation('developers');
  return (
    <section aria-labelledby="first-steps-title" className="mt-14">
      <h2 id="first-steps-title" className="text-lg font-semibold">
        {t('example.title')}
      </h2>
      <p className="mt-2 mb-4 max-w-2xl text-sm text-ink-soft text-pretty">{t('example.text')}</p>
      <CopyableCode text={exampleProgram(window.location.origin)} label={t('example.copy')} />
    </section>
  );
}
