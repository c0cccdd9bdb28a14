import type { Migration } from 'kysely/migration';
import * as accounts from './0001-accounts.ts';
import * as generations from './0002-generations.ts';
import * as credits from './0003-credits.ts';
import * as delivery from './0004-delivery.ts';
import * as newest from './0005-newest.ts';
import * as money from './0006-money.ts';
import * as uploadUse from './0007-upload-use.ts';
import * as images from './0008-images.ts';
import * as sounds from './0009-sounds.ts';
import * as searchPairs from './0010-search-pairs.ts';
import * as programmers from './0011-programmers.ts';

/** In order. Append only: a migration that has been on main is never edited. */
export const migrations: Record<string, Migration> = {
  '0001-accounts': accounts,
  '0002-generations': generations,
  '0003-credits': credits,
  '0004-delivery': delivery,
  '0005-newest': newest,
  '0006-money': money,
  '0007-upload-use': uploadUse,
  '0008-images': images,
  '0009-sounds': sounds,
  '0010-search-pairs': searchPairs,
  '0011-programmers': programmers,
};
