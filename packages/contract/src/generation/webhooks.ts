import { selectFact } from '@atelier/catalog';

/** Where fal reports the end of a request, by medium. */
export const webhookPaths = selectFact('webhookPath');
