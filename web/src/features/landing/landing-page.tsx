import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#product/page-title.ts';
import { Hero } from './hero.tsx';
import { SampleGallery } from './sample-gallery.tsx';
import { Steps } from './steps.tsx';

/** `/`: what this is, four ways to start, how it goes. Everything on it leads into the form. */
export function LandingPage() {
  const { t } = useTranslation('landing');
  usePageTitle(t('pageTitle'));
  return (
    <div className="mx-auto w-full max-w-6xl px-5 pb-20 md:px-8">
      <Hero />
      <SampleGallery />
      <Steps />
    </div>
  );
}
