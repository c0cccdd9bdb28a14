import { describe, expect, it } from 'vitest';
import { findRefundBlocker } from './request-refund.ts';

const failed = { requestId: '0190a000', creditsRefunded: false, status: 'failed' };

describe('requesting a refund', () => {
  it('is possible for a failed sound whose credits were not returned', () => {
    expect(findRefundBlocker(failed)).toBeUndefined();
  });

  it('needs a request id in the first place', () => {
    expect(findRefundBlocker({ ...failed, requestId: '', creditsRefunded: true })).toBe('cannotRefund');
  });

  it('is impossible once the credits were returned', () => {
    expect(findRefundBlocker({ ...failed, creditsRefunded: true })).toBe('alreadyRefunded');
  });

  it('is impossible for sounds that did not fail', () => {
    for (const status of ['pending', 'processing', 'completed', 'cancelled']) {
      expect(findRefundBlocker({ ...failed, status })).toBe('onlyFailed');
    }
  });
});
