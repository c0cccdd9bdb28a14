import Film from 'lucide-react/icons/film';
import Gauge from 'lucide-react/icons/gauge';
import PenLine from 'lucide-react/icons/pen-line';
import { useTranslation } from 'react-i18next';

const steps = [
  { name: 'write', Icon: PenLine },
  { name: 'watch', Icon: Gauge },
  { name: 'keep', Icon: Film },
] as const;

export function Steps() {
  const { t } = useTranslation('landing');
  return (
    <section aria-labelledby="steps-title" className="mt-20">
      <h2 id="steps-title" className="text-xl font-semibold">
        {t('steps.title')}
      </h2>
      <ol className="mt-6 grid gap-8 lg:grid-cols-3">
        {steps.map(({ name, Icon }) => (
          <li key={name}>
            <Icon size={22} strokeWidth={1.5} aria-hidden="true" className="text-accent-text" />
            <h3 className="mt-3 font-medium">{t(`steps.${name}.title`)}</h3>
            <p className="mt-1.5 text-sm text-ink-soft text-pretty">{t(`steps.${name}.body`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
