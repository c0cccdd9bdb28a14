import type { Drill } from './drill.ts';
import { flappingProvider } from './flapping-provider.ts';
import { lockedAccount } from './locked-account.ts';
import { longOutage } from './long-outage.ts';
import { raisedPrice } from './raised-price.ts';
import { resultUnavailable } from './result-unavailable.ts';
import { sharedBreaker } from './shared-breaker.ts';
import { unlockWhileRestarting } from './unlock-while-restarting.ts';
import { wrongBills } from './wrong-bills.ts';

export type { Drill };
export const drills: readonly Drill[] = [
  lockedAccount,
  longOutage,
  sharedBreaker,
  flappingProvider,
  unlockWhileRestarting,
  resultUnavailable,
  raisedPrice,
  wrongBills,
];
