import { linkOptions } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { kindTarget } from '#lib/navigation/kind-target.ts';
import { historyTypes, menuGroups, menuKinds } from '#lib/navigation/menu.ts';

/** The pages whose name contains a text, in the order of the menu. */
export function useDestinations(text: string) {
  const { t } = useTranslation(['shell', 'kinds']);
  const all = [
    ...menuGroups.flatMap(menuKinds).map((kind) => ({
      id: kind.id,
      label: t(`kinds:kinds.${kind.id}.title`),
      target: linkOptions(kindTarget(kind.id)),
    })),
    ...historyTypes.map((type) => ({
      id: `history-${type}`,
      label: `${t('menu.history')}: ${t(`menu.${type}`)}`,
      target: linkOptions({ to: '/creator/history/$type', params: { type } }),
    })),
    { id: 'pricing', label: t('menu.pricing'), target: linkOptions({ to: '/pricing' }) },
    { id: 'home', label: t('menu.home'), target: linkOptions({ to: '/' }) },
  ];
  const wanted = text.trim().toLowerCase();
  return all.filter((destination) => destination.label.toLowerCase().includes(wanted));
}
