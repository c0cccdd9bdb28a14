import { linkOptions } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { pageTarget } from '#lib/navigation/kind-target.ts';
import { historyTypes, menuGroups, menuPages } from '#lib/navigation/menu.ts';

/** The pages whose name contains a text, in the order of the menu. */
export function useDestinations(text: string) {
  const { t } = useTranslation(['shell', 'kinds']);
  const all = [
    ...menuGroups.flatMap(menuPages).map(({ id, path }) => ({
      id: path,
      label: t(`kinds:kinds.${id}.title`),
      target: linkOptions(pageTarget(path)),
    })),
    ...historyTypes.map((type) => ({
      id: `history-${type}`,
      label: `${t('menu.history')}: ${t(`menu.${type}`)}`,
      target: linkOptions({ to: '/creator/history/$type', params: { type } }),
    })),
    { id: 'pricing', label: t('menu.pricing'), target: linkOptions({ to: '/pricing' }) },
    { id: 'credits', label: t('menu.credits'), target: linkOptions({ to: '/credits' }) },
    { id: 'developers', label: t('menu.developers'), target: linkOptions({ to: '/developers' }) },
    { id: 'home', label: t('menu.home'), target: linkOptions({ to: '/' }) },
  ];
  const wanted = text.trim().toLowerCase();
  return all.filter((destination) => destination.label.toLowerCase().includes(wanted));
}
