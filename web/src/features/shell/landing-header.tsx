import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#product/account/account-store.ts';
import { menuMedia } from '#product/media-facts.build.ts';
import { HeaderTools } from './header.tsx';
import { Logo } from './sidebar.tsx';

/** The header of the landing page, which has no menu: links to its sections, to the library and to the prices. */
export function LandingHeader() {
  const { t } = useTranslation(['shell', 'landing']);
  const isKnown = useAccount().info !== undefined;
  const link = 'inline-flex min-h-9 items-center rounded-md px-3 hover:text-ink';
  return (
    <header className="sticky top-0 z-10 flex h-(--header-height) items-center justify-between gap-2 bg-canvas/85 px-4 [backdrop-filter:blur(0.75rem)] sm:px-7">
      <Link to="/" className="flex min-h-11 items-center gap-2.5 rounded-md font-semibold lg:flex-1">
        <Logo />
        Atelier
      </Link>
      <nav aria-label={t('menu.title')} className="hidden text-sm text-ink-soft lg:flex">
        {menuMedia.map((medium) => (
          <Link key={medium} to="/" hash={medium} className={link}>
            {t(`landing:box.media.${medium}`)}
          </Link>
        ))}
        {isKnown ? (
          <Link to="/creator/history" className={link}>
            {t('menu.history')}
          </Link>
        ) : null}
        <Link to="/pricing" className={link}>
          {t('menu.pricing')}
        </Link>
        <a href="/api/docs" className={link}>
          {t('menu.developers')}
        </a>
      </nav>
      <div className="flex justify-end lg:flex-1">
        <HeaderTools />
      </div>
    </header>
  );
}
