import { describe, expect, it } from 'vitest';
import { findRefundObstacle } from './request-refund.ts';

const failed = { requestId: '0190a000', creditsRefunded: false, status: 'failed' };

describe('asking for a refund', () => {
  it('is possible for a failed record whose credits did not come back', () => {
    expect(findRefundObstacle(failed)).toBeUndefined();
  });

  it('needs a request id before anything else', () => {
    expect(findRefundObstacle({ ...failed, requestId: '', creditsRefunded: true })).toBe('cannotRefund');
  });

  it('is over once the credits are back', () => {
    expect(findRefundObstacle({ ...failed, creditsRefunded: true })).toBe('alreadyRefunded');
  });

  it('is for failed records only', () => {
    for (const status of ['pending', 'processing', 'completed', 'cancelled']) {
      expect(findRefundObstacle({ ...failed, status })).toBe('onlyFailed');
    }
  });
});
