import { type Kind, kinds } from '@atelier/catalog';
import type { Medium, Menu, PlannedField } from './plan.ts';

type Placed = { id: string; medium: Medium; fields: readonly PlannedField[] };

/** Where the kind stands: beside those that take the same files, behind the last of them. */
export function locate({ id, medium, fields }: Placed, others: readonly Kind[] = kinds): Menu {
  const has = (name: string) => fields.some((field) => field.name === name && field.default === undefined);
  const group = findGroup(medium, has);
  const path = choosePath({ id, medium, group, has });
  const existing = others.find((kind) => kind.id === id);
  // Videos are chosen as models in a form of their group; the page of another medium is a line of the menu.
  const isPage = medium !== 'video';
  return { group, path, isPage, order: existing?.menu.order ?? nextOrder(group, path, others) };
}

function findGroup(medium: Medium, has: (name: string) => boolean): string {
  if (medium === 'text') return 'understanding';
  return medium === 'video' && has('image_url') && !has('video_url') ? 'image-to-video' : medium;
}

type Path = { id: string; medium: Medium; group: string; has: (name: string) => boolean };

function choosePath({ id, medium, group, has }: Path): string {
  if (medium !== 'image') return `${group}/${id}`;
  if (has('image_urls')) return 'image/edit';
  return has('image_url') ? 'image/image-to-image' : 'image/text-to-image';
}

/** The first free number behind the last of the same page, or of the same group where no page is shared. */
function nextOrder(group: string, path: string, others: readonly Kind[]): number {
  const samePage = others.filter(({ menu }) => menu.path === path);
  const neighbours = samePage.length > 0 ? samePage : others.filter(({ menu }) => menu.group === group);
  const taken = new Set(others.map(({ menu }) => menu.order));
  let order = Math.max(0, ...neighbours.map(({ menu }) => menu.order)) + 1;
  while (taken.has(order)) order += 1;
  return order;
}

const first = [
  'video_url',
  'image_url',
  'image_urls',
  'end_image_url',
  'text',
  'prompt',
  'image_size',
  'aspect_ratio',
  'resolution',
  'duration',
  'num_images',
  'generate_audio',
  'negative_prompt',
];
const last = ['enable_prompt_expansion', 'enable_safety_checker', 'seed'];

/** The order of the form: files and words, what changes the price, the rest, what hardly any user changes last. */
export function inOrder(fields: readonly PlannedField[]): PlannedField[] {
  const rank = ({ name, source }: PlannedField) => {
    if (first.includes(name)) return first.indexOf(name);
    if (last.includes(name)) return 100 + last.indexOf(name);
    return source?.isRequired ? 5 : 50;
  };
  return fields.toSorted((a, b) => rank(a) - rank(b));
}
