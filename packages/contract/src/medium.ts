import { media } from '@atelier/catalog';
import * as z from 'zod/mini';

/** Of a generation: the medium of its kind. */
export const medium = z.enum(media);
