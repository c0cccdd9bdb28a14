import {
  type HistoryType,
  historyTypes,
  type MenuGroup,
  menuGroups,
  menuKinds,
} from '#lib/navigation/menu.ts';

type Crumbs = {
  parent: {
    to: `/creator/${MenuGroup | 'history'}` | '/pricing';
    label: `menu.${'creator' | 'pricing' | 'history' | MenuGroup}`;
  };
  /** The key of the child's words; absent on the parent's own page. */
  child?: `menu.${HistoryType}` | `kinds:kinds.${string}.title`;
};

/** The breadcrumb of a path, as keys of words: product-1 section 2. Falls back to Creator or History. */
export function readCrumbs(pathname: string): Crumbs | undefined {
  const [area, group, type] = pathname.split('/').filter(Boolean);
  if (area === 'pricing') return { parent: { to: '/pricing', label: 'menu.pricing' } };
  if (area !== 'creator') return undefined;
  if (group === 'history') {
    const known = historyTypes.find((candidate) => candidate === type);
    return {
      parent: { to: '/creator/history', label: 'menu.history' },
      child: known && `menu.${known}`,
    };
  }
  const known = menuGroups.find((candidate) => candidate === group);
  if (!known) return { parent: { to: '/creator/video', label: 'menu.creator' } };
  const kind = menuKinds(known).find((candidate) => candidate.id === type);
  return {
    parent: { to: `/creator/${known}`, label: `menu.${known}` },
    child: kind && `kinds:kinds.${kind.id}.title`,
  };
}
