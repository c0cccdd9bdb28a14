import { useTranslation } from 'react-i18next';
import { SampleCard } from './sample-card.tsx';
import { sceneIds } from './scene.tsx';

export function SampleGallery() {
  const { t } = useTranslation('landing');
  return (
    <section aria-labelledby="samples-title">
      <h2 id="samples-title" className="text-xl font-semibold">
        {t('samples.title')}
      </h2>
      <p className="mt-1.5 max-w-xl text-ink-soft text-pretty">{t('samples.body')}</p>
      <ul className="mt-6 grid gap-x-5 gap-y-8 md:grid-cols-2">
        {sceneIds.map((id) => (
          <li key={id}>
            <SampleCard id={id} />
          </li>
        ))}
      </ul>
    </section>
  );
}
