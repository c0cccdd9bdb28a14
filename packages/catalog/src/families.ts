import type { Family } from './families/family.ts';
import { imageFamilies } from './families/image-families.ts';
import { otherFamilies } from './families/other-families.ts';
import { videoFamilies } from './families/video-families.ts';

export type { Family, Variant, VariantInput } from './families/family.ts';

/** Every kind is in exactly one. In each the first variant is the one that is meant by the name alone. */
export const families: readonly Family[] = [...videoFamilies, ...imageFamilies, ...otherFamilies];
