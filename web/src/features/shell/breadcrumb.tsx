import { Link, useLocation } from '@tanstack/react-router';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useTranslation } from 'react-i18next';
import { type HistoryType, historyTypes, menuPages, pathGroups } from '#product/navigation/menu.ts';
import { readFormPath } from './bottom-bar.tsx';
import { PhoneTitle } from './phone-title.tsx';

/** The menu's parent and child page of the current path; on a phone only the child. */
export function Breadcrumb() {
  const { t, i18n } = useTranslation(['shell', 'kinds']);
  const { pathname } = useLocation();
  const crumbs = readCrumbs(pathname);
  if (!crumbs) return null;
  const { parent } = crumbs;
  // An unknown page has no name.
  const isNamed = crumbs.child !== undefined && i18n.exists(crumbs.child);
  const child = isNamed ? crumbs.child : undefined;
  const isForm = readFormPath(pathname) !== undefined;
  return (
    <>
      {isForm ? <PhoneTitle title={t(child ?? parent.label)} /> : null}
      <nav
        aria-label={t('breadcrumb')}
        className={isForm ? 'hidden min-w-0 md:block' : 'min-w-0 px-2 md:px-0'}
      >
        <ol className="flex items-center gap-1.5 text-lg font-semibold md:text-sm md:font-normal">
          <li className={child ? 'hidden whitespace-nowrap text-ink-faint sm:block' : 'text-ink'}>
            {child ? (
              <Link to={parent.to} params={{}} className="rounded-sm hover:text-ink">
                {t(parent.label)}
              </Link>
            ) : (
              <span aria-current="page">{t(parent.label)}</span>
            )}
          </li>
          {child ? (
            <>
              <li aria-hidden="true" className="hidden text-ink-faint sm:block">
                <ChevronRight size={14} />
              </li>
              <li title={t(child)} className="truncate">
                <span aria-current="page">{t(child)}</span>
              </li>
            </>
          ) : null}
        </ol>
      </nav>
    </>
  );
}

type PathGroup = (typeof pathGroups)[number];

type Crumbs = {
  parent: {
    to:
      | `/creator/${PathGroup}/{-$type}`
      | '/creator/history'
      | '/help/{-$page}'
      | '/'
      | `/${(typeof pages)[number]}`;
    label: `menu.${'creator' | 'home' | 'history' | (typeof pages)[number] | PathGroup}`;
  };
  /** The message key of the child; absent on the parent's own page. */
  child?:
    | `menu.histories.${HistoryType}`
    | `menu.${(typeof homePages)[number] | (typeof libraryPages)[number]}`
    | `kinds:kinds.${string}.title`;
};

/** Pages without a page above them. */
const pages = ['pricing', 'credits', 'account', 'developers', 'admin', 'running', 'you'] as const;
/** Pages whose links are at the foot of the home page. */
const homePages = ['terms', 'privacy', 'status', 'verify', 'help'] as const;
const libraryPages = ['projects', 'batches', 'trash', 'cut', 'shots'] as const;

/** The breadcrumb of a path, as message keys. An unknown path below /creator falls back to Creator or History. */
export function readCrumbs(pathname: string): Crumbs | undefined {
  const [area, group, type] = pathname.split('/').filter(Boolean);
  const single = pages.find((page) => page === area);
  if (single) return { parent: { to: `/${single}`, label: `menu.${single}` } };
  const low = homePages.find((page) => page === area);
  if (low) return { parent: { to: '/', label: 'menu.home' }, child: `menu.${low}` };
  if (area !== 'creator') return undefined;
  if (group === 'history') return historyCrumbs(type);
  const ofLibrary = libraryPages.find((page) => page === group);
  if (ofLibrary)
    return { parent: { to: '/creator/history', label: 'menu.history' }, child: `menu.${ofLibrary}` };
  // A second address of the same page.
  if (group === 'image-understanding' && type === 'history') return historyCrumbs(group);
  const known = pathGroups.find((candidate) => candidate === group);
  if (!known) {
    const id = type ?? menuPages.find(({ path }) => path === group)?.id;
    return {
      parent: { to: '/creator/video/{-$type}', label: 'menu.creator' },
      child: id === undefined ? undefined : `kinds:kinds.${id}.title`,
    };
  }
  return {
    parent: { to: `/creator/${known}/{-$type}`, label: `menu.${known}` },
    child: type === undefined ? undefined : `kinds:kinds.${type}.title`,
  };
}

function historyCrumbs(type: string | undefined): Crumbs {
  const known = historyTypes.find((candidate) => candidate === type);
  return {
    parent: { to: '/creator/history', label: 'menu.history' },
    child: known && `menu.histories.${known}`,
  };
}
