/** One try. `status` is what the receiver answered; `error` says why there was no answer. */
export type WebhookDelivery = {
  requestId: string;
  url: string;
  attempt: number;
  atMs: number;
  body: unknown;
  status?: number;
  error?: string;
};
