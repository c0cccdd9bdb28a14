import type { Medium } from '@atelier/catalog';
import { redirect } from '@tanstack/react-router';
import type { pathGroups } from './menu.ts';

/** The names of parameters that may name a kind, its model or its mode. */
const naming = /^mode|_generation_type$/;

// `beforeLoad` is part of the shell, which every page loads: what chooses is not.
const loadChoice = () => import('./choose-kind.ts');

type Visit = { search: Readonly<Record<string, string>>; params: { type?: string | undefined } };

/**
 * Leads from an address such as `?model=vace` to the page of what it names, unless that is the requested page, which
 * `first` names where its path does not. Runs in the `beforeLoad` of creation pages.
 */
export async function redirectToModel(
  { search, params }: Visit,
  medium: Medium,
  first?: string,
): Promise<void> {
  if (!Object.keys(search).some((name) => naming.test(name))) return;
  const { redirectToModel } = await loadChoice();
  redirectToModel(search, params.type ?? first, medium);
}

/** Leads to the form that the query describes, in the `beforeLoad` of addresses without a form. */
export async function redirectToForm({ search }: Pick<Visit, 'search'>, medium: Medium): Promise<void> {
  const { redirectToForm } = await loadChoice();
  redirectToForm(search, medium);
}

type DeepVisit = { search: Readonly<Record<string, string>>; params: { _splat?: string | undefined } };

/** Leads to the page that the last segment names, in the `beforeLoad` of deeper addresses. */
export function leadToLast({ search, params }: DeepVisit, group: (typeof pathGroups)[number]): never {
  const type = params._splat?.split('/').findLast(Boolean);
  throw redirect({ to: `/creator/${group}/{-$type}`, params: { type }, search, replace: true });
}
