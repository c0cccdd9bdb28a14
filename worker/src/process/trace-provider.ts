import type { FalRequest, Provider } from '@atelier/fal';
import type { Telemetry } from '@atelier/telemetry';

/** Each call to fal as a span with the endpoint and fal's request id, never with the user's input. */
export function traceProvider(provider: Provider, telemetry: Telemetry): Provider {
  const call =
    <Answer>(name: string, work: (request: FalRequest) => Promise<Answer>) =>
    (request: FalRequest) => {
      const attributes = {
        'atelier.endpoint': request.endpoint,
        'atelier.provider_request_id': request.requestId,
      };
      return telemetry.span({ name: `fal ${name}`, kind: 'client', attributes }, () => work(request));
    };
  return {
    ...provider,
    submit: (submission) => {
      const attributes = { 'atelier.endpoint': submission.endpoint };
      return telemetry.span({ name: 'fal submit', kind: 'client', attributes }, async (span) => {
        const answer = await provider.submit(submission);
        const requestId = answer.outcome === 'accepted' ? answer.requestId : undefined;
        span.set({ 'atelier.outcome': answer.outcome, 'atelier.provider_request_id': requestId });
        return answer;
      });
    },
    status: call('status', provider.status),
    result: call('result', provider.result),
    cancel: call('cancel', provider.cancel),
  };
}
