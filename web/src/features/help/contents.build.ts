import { guidePageNames, readGuidePage } from '../../../build/guide.ts';
import { languages } from '../../lib/i18n/languages.build.ts';

/** Pages of the guide in their order, by language. */
export const contents: Record<string, { page: string; title: string; summary: string }[]> =
  Object.fromEntries(
    languages.map(({ tag }) => [
      tag,
      guidePageNames.map((page) => {
        const { title, summary } = readGuidePage(tag, page);
        return { page, title, summary };
      }),
    ]),
  );
