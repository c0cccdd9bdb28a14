import { priceList } from '@atelier/catalog';
import { type PricingReply, refundRules } from '@atelier/contract';

/** Reply of the api, except for the checkout, which the build cannot know. */
export const prerenderedPricing: PricingReply = {
  ...priceList(),
  refund_rules: [...refundRules],
  checkout: 'stripe',
};
