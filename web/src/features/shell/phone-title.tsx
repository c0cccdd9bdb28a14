import { Link, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#lib/parts/lazy-part.tsx';

declare module '@tanstack/history' {
  interface HistoryState {
    /** The entry was pushed to open the menu, so going back closes it. */
    isMenuOpened?: boolean;
  }
}

const hash = 'menu';
/** Keeps the page below the menu as it is. */
const samePage = { to: '.', search: true, resetScroll: false, hashScrollIntoView: false } as const;

/** The name of a form in the header of a phone, which opens the menu of all forms. */
export function PhoneTitle({ title }: { title: string }) {
  const { t } = useTranslation('shell');
  const isOpen = useLocation({ select: (location) => location.hash === hash });
  const navigate = useNavigate();
  const router = useRouter();
  const close = () => {
    if (router.state.location.hash !== hash) return;
    if (router.state.location.state.isMenuOpened) router.history.back();
    else void navigate({ ...samePage, hash: '', replace: true });
  };
  return (
    <>
      <Link
        {...samePage}
        hash={hash}
        state={{ isMenuOpened: true }}
        activeProps={{ 'aria-current': undefined }}
        aria-haspopup="dialog"
        className="flex min-h-11 min-w-0 items-center gap-1.5 rounded-md px-2 text-lg font-semibold md:hidden"
      >
        <span title={title} className="truncate">
          {title}
        </span>
        <ChevronDown size={16} aria-hidden="true" className="shrink-0 text-ink-faint" />
        <span className="sr-only">{t('menu.title')}</span>
      </Link>
      {isOpen ? <MenuSheet onClose={close} /> : null}
    </>
  );
}

const MenuSheet = lazyPart(async () => (await import('./menu-sheet.tsx')).MenuSheet, { note: 'above' });
