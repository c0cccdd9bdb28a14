import { useTranslation } from 'react-i18next';
import { modelName } from '#product/generation/model-name.ts';
import { useProjects } from '#product/projects/projects.ts';
import type { FilterName } from './filter-values.ts';

/** The label of a filter's value; a model is named as in the form. */
export function useFilterLabels(): (name: FilterName, value: string) => string {
  const { t } = useTranslation(['library', 'kinds']);
  const projects = useProjects();
  return (name, value) => {
    if (name === 'tags') return value;
    if (name === 'mode') return t(`library:modes.${value as 'text-to-image'}`, { defaultValue: value });
    if (name === 'status') return t(`library:statuses.${value as 'completed'}`, { defaultValue: value });
    if (name === 'kind') return t(`kinds:kinds.${value}.title`, { defaultValue: value });
    if (name === 'model') return modelName(value);
    if (name === 'project') {
      const project = projects.find(({ id }) => id === value);
      return project?.name ?? t(value === 'none' ? 'library:filters.noProject' : 'library:filters.project');
    }
    const size = nameSize(value);
    return size.name ? `${size.figures} ${t(`library:sizes.${size.name}`)}` : size.figures;
  };
}

/** The sizes that the product names. */
const namedSizes = {
  '512x512': 'square',
  '768x768': 'squareHd',
  '1024x1024': 'squareFhd',
  '512x768': 'portrait',
  '768x512': 'landscape',
  '1024x768': 'landscapeHd',
  '768x1024': 'portraitHd',
} as const;

type SizeName = (typeof namedSizes)[keyof typeof namedSizes];

/** `1024x768` as figures to show and the message key of its name, if it has one. Other texts stay as they are. */
export function nameSize(size: string): { figures: string; name?: SizeName } {
  const name = Object.hasOwn(namedSizes, size) ? namedSizes[size as keyof typeof namedSizes] : undefined;
  return { figures: size.replace(/^(\d+)x(\d+)$/, '$1 × $2'), name };
}
