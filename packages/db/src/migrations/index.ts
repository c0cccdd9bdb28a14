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
import * as audit from './0012-audit.ts';
import * as accountStates from './0013-account-states.ts';
import * as sessions from './0014-sessions.ts';
import * as operators from './0015-operators.ts';
import * as keyLimits from './0016-key-limits.ts';
import * as takeOut from './0017-take-out.ts';
import * as erasure from './0018-erasure.ts';
import * as failureReasons from './0019-failure-reasons.ts';
import * as imageCredits from './0019-image-credits.ts';
import * as notices from './0029-notices.ts';
import * as fileWrites from './0030-file-writes.ts';
import * as push from './0031-push.ts';
import * as ledgerGroups from './0032-ledger-groups.ts';
import * as projects from './0033-projects.ts';
import * as trash from './0034-trash.ts';
import * as lineage from './0035-lineage.ts';
import * as shares from './0036-shares.ts';
import * as reports from './0037-reports.ts';
import * as library from './0038-library.ts';
import * as fileHashes from './0040-file-hashes.ts';
import * as mail from './0041-mail.ts';
import * as waitingLine from './0044-waiting-line.ts';
import * as lineageOutputs from './0046-lineage-outputs.ts';
import * as kindHours from './0047-kind-hours.ts';
import * as batches from './0048-batches.ts';
import * as durations from './0049-durations.ts';
import * as inspection from './0050-inspection.ts';
import * as promises from './0051-promises.ts';
import * as refundTimes from './0052-refund-times.ts';
import * as recordCounts from './0057-record-counts.ts';
import * as ledgerCheckpoints from './0060-ledger-checkpoints.ts';
import * as recipes from './0062-recipes.ts';
import * as requestHashes from './0063-request-hashes.ts';
import * as imageTotals from './0065-image-totals.ts';
import * as sharedRecipes from './0066-shared-recipes.ts';
import * as kindChecks from './0068-kind-checks.ts';
import * as kindClosures from './0070-kind-closures.ts';
import * as archive from './0074-archive.ts';
import * as imageFavorites from './0080-image-favorites.ts';
import * as recordMoves from './0081-record-moves.ts';
import * as paymentProblems from './0082-payment-problems.ts';
import * as countMoves from './0083-count-moves.ts';
import * as debt from './0084-debt.ts';
import * as restoredCheckpoints from './0085-restored-checkpoints.ts';
import * as providerBreaker from './0086-provider-breaker.ts';
import * as providerCosts from './0087-provider-costs.ts';
import * as standIn from './0088-stand-in.ts';

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
  '0012-audit': audit,
  '0013-account-states': accountStates,
  '0014-sessions': sessions,
  '0015-operators': operators,
  '0016-key-limits': keyLimits,
  '0017-take-out': takeOut,
  '0018-erasure': erasure,
  '0019-failure-reasons': failureReasons,
  '0019-image-credits': imageCredits,
  '0029-notices': notices,
  '0030-file-writes': fileWrites,
  '0031-push': push,
  '0032-ledger-groups': ledgerGroups,
  '0033-projects': projects,
  '0034-trash': trash,
  '0035-lineage': lineage,
  '0036-shares': shares,
  '0037-reports': reports,
  '0038-library': library,
  '0040-file-hashes': fileHashes,
  '0041-mail': mail,
  '0044-waiting-line': waitingLine,
  '0046-lineage-outputs': lineageOutputs,
  '0047-kind-hours': kindHours,
  '0048-batches': batches,
  '0049-durations': durations,
  '0050-inspection': inspection,
  '0051-promises': promises,
  '0052-refund-times': refundTimes,
  '0057-record-counts': recordCounts,
  '0060-ledger-checkpoints': ledgerCheckpoints,
  '0062-recipes': recipes,
  '0063-request-hashes': requestHashes,
  '0065-image-totals': imageTotals,
  '0066-shared-recipes': sharedRecipes,
  '0068-kind-checks': kindChecks,
  '0070-kind-closures': kindClosures,
  '0074-archive': archive,
  '0080-image-favorites': imageFavorites,
  '0081-record-moves': recordMoves,
  '0082-payment-problems': paymentProblems,
  '0083-count-moves': countMoves,
  '0084-debt': debt,
  '0085-restored-checkpoints': restoredCheckpoints,
  '0086-provider-breaker': providerBreaker,
  '0087-provider-costs': providerCosts,
  '0088-stand-in': standIn,
};
