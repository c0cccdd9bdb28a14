import { linkOptions, type NavigateOptions, useNavigate } from '@tanstack/react-router';
import Bell from 'lucide-react/icons/bell';
import Coins from 'lucide-react/icons/coins';
import FileText from 'lucide-react/icons/file-text';
import Film from 'lucide-react/icons/film';
import Folder from 'lucide-react/icons/folder';
import FolderPlus from 'lucide-react/icons/folder-plus';
import KeyRound from 'lucide-react/icons/key-round';
import Languages from 'lucide-react/icons/languages';
import Library from 'lucide-react/icons/library';
import ListOrdered from 'lucide-react/icons/list-ordered';
import LogOut from 'lucide-react/icons/log-out';
import Scissors from 'lucide-react/icons/scissors';
import Settings from 'lucide-react/icons/settings';
import SunMoon from 'lucide-react/icons/sun-moon';
import Trash2 from 'lucide-react/icons/trash-2';
import Webhook from 'lucide-react/icons/webhook';
import { useTranslation } from 'react-i18next';
import { languages } from '#lib/i18n/languages.ts';
import { chooseTheme, readTheme, type Theme } from '#lib/theme.ts';
import { useAccount } from '#product/account/account-store.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { endSession } from '#product/end-session.ts';
import { usePricingSearch } from '#product/generation/store/last-kind.ts';
import { chooseLanguage } from '#product/kinds/choose-language.ts';
import { historyTypes, menuPages, pageTarget } from '#product/navigation/menu.ts';
import { MenuIcon } from '../menu-icons.tsx';
import type { Entry } from './rank-entries.ts';

const batchesTarget = linkOptions({ to: '/creator/batches/{-$id}', params: { id: undefined } });

/** Every page that a link of the menu or the account leads to. */
export function usePages(): Entry[] {
  const { t } = useTranslation(['shell', 'palette', 'kinds']);
  const navigate = useNavigate();
  const pricingSearch = usePricingSearch();
  const page = (id: string, label: string, target: NavigateOptions, picture: Entry['picture']): Entry => ({
    id,
    label,
    picture,
    run: () => void navigate(target),
  });
  const plain = <FileText size={16} />;
  const library = <Library size={16} />;
  return [
    ...menuPages.map(({ id, path, group }) =>
      page(
        path,
        t([`kinds:kinds.${id}.menu`, `kinds:kinds.${id}.title`]),
        linkOptions(pageTarget(path)),
        <MenuIcon id={id} group={group} />,
      ),
    ),
    page('history', t('menu.history'), linkOptions({ to: '/creator/history' }), library),
    ...historyTypes.map((type) =>
      page(
        `history-${type}`,
        t('palette:choice', { name: t('menu.history'), value: t(`menu.histories.${type}`) }),
        linkOptions({ to: '/creator/history/$type', params: { type } }),
        library,
      ),
    ),
    page('projects', t('menu.projects'), linkOptions({ to: '/creator/projects' }), <Folder size={16} />),
    page('batches', t('menu.batches'), batchesTarget, plain),
    page('cut', t('menu.cut'), linkOptions({ to: '/creator/cut' }), <Scissors size={16} />),
    page('shots', t('menu.shots'), linkOptions({ to: '/creator/shots' }), <Film size={16} />),
    page('trash', t('menu.trash'), linkOptions({ to: '/creator/trash' }), <Trash2 size={16} />),
    page('status', t('menu.status'), linkOptions({ to: '/status' }), plain),
    page(
      'pricing',
      t('menu.pricing'),
      linkOptions({ to: '/pricing', search: pricingSearch }),
      <Coins size={16} />,
    ),
    page('credits', t('menu.credits'), linkOptions({ to: '/credits' }), <Coins size={16} />),
    page('account', t('menu.account'), linkOptions({ to: '/account' }), plain),
    page('developers', t('menu.developers'), linkOptions({ to: '/developers' }), plain),
    page('verify', t('menu.verify'), linkOptions({ to: '/verify' }), plain),
    page('help', t('menu.help'), linkOptions({ to: '/help/{-$page}', params: { page: undefined } }), plain),
    page('home', t('menu.home'), linkOptions({ to: '/' }), plain),
  ];
}

export function useActions(): Entry[] {
  const { t } = useTranslation(['palette', 'shell']);
  const navigate = useNavigate();
  const pricingSearch = usePricingSearch();
  const isSignedIn = useAccount().status === 'signed-in';
  const own: Entry[] = [
    {
      id: 'line',
      label: t('line'),
      picture: <ListOrdered size={16} />,
      run: () => openDialog({ name: 'line' }),
    },
    {
      id: 'new-project',
      label: t('newProject'),
      picture: <FolderPlus size={16} />,
      run: () => openDialog({ name: 'new-project' }),
    },
    {
      id: 'sign-out',
      label: t('shell:account.signOut'),
      words: t('words.signOut'),
      picture: <LogOut size={16} />,
      run: () => void endSession({ everywhere: false }),
    },
  ];
  return [
    {
      id: 'buy',
      label: t('buy'),
      words: t('words.buy'),
      picture: <Coins size={16} />,
      run: () => void navigate({ to: '/pricing', search: pricingSearch }),
    },
    ...(isSignedIn ? own : []),
  ];
}

/** Users look for the dark one by words that fit all three. */
const themesInOrder: readonly Theme[] = ['dark', 'light', 'system'];

/** Settings, with other words for them; those of an account lead to their place on its pages. */
export function useSettings(): Entry[] {
  const { t, i18n } = useTranslation(['palette', 'shell']);
  const navigate = useNavigate();
  const theme = readTheme();
  const place = (
    id:
      | 'apiKeys'
      | 'webhooks'
      | 'invoices'
      | 'dailyLimit'
      | 'notifications'
      | 'sessions'
      | 'archive'
      | 'close',
    picture: Entry['picture'],
    target: NavigateOptions,
  ): Entry => ({
    id,
    label: t(`settings.${id}`),
    words: t(`words.${id}`),
    picture,
    run: () => void navigate(target),
  });
  return [
    ...themesInOrder.map((option) => ({
      id: `theme-${option}`,
      label: t('choice', { name: t('shell:display.theme'), value: t(`shell:display.${option}`) }),
      note: option === theme ? t('nowOn') : undefined,
      words: t(`words.${option}`),
      picture: <SunMoon size={16} />,
      run: () => chooseTheme(option),
    })),
    ...languages.map(({ tag, name }) => ({
      id: `language-${tag}`,
      label: t('choice', { name: t('shell:display.language'), value: name }),
      note: tag === i18n.language ? t('nowOn') : undefined,
      words: t('words.language'),
      picture: <Languages size={16} />,
      run: () => void chooseLanguage(tag),
    })),
    place('apiKeys', <KeyRound size={16} />, linkOptions({ to: '/developers', hash: 'keys-title' })),
    place('webhooks', <Webhook size={16} />, linkOptions({ to: '/developers', hash: 'webhooks-title' })),
    place('invoices', <FileText size={16} />, linkOptions({ to: '/credits', hash: 'ledger-title' })),
    place('dailyLimit', <Coins size={16} />, linkOptions({ to: '/credits', hash: 'daily-limit' })),
    place('notifications', <Bell size={16} />, linkOptions({ to: '/account', hash: 'notifications-title' })),
    place('sessions', <Settings size={16} />, linkOptions({ to: '/account', hash: 'sessions-title' })),
    place('archive', <Settings size={16} />, linkOptions({ to: '/account', hash: 'take-out-title' })),
    place('close', <Settings size={16} />, linkOptions({ to: '/account', hash: 'close-title' })),
  ];
}
