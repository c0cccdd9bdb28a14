import type { Detail } from './endpoints/validate-input.ts';

/** How a job ended: the HTTP answer of its result. */
export type Outcome = {
  status: number;
  body: unknown;
  errorType?: string;
  /** Whose limit a 504 comes from. */
  timeoutType?: 'user';
};

/** Thrown when a model refuses its input or crashes; becomes the job's outcome. */
export class ModelFailure extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super(`The model answered ${outcome.status}`);
    this.name = 'ModelFailure';
    this.outcome = outcome;
  }
}

/** A 422 with one entry in its `detail` list. */
export function refusal(detail: Detail): ModelFailure {
  return new ModelFailure(refused([detail]));
}

export function refused(detail: readonly Detail[]): Outcome {
  return { status: 422, body: { detail }, errorType: detail[0]?.type };
}

export const cancelledOutcome: Outcome = {
  status: 499,
  body: { detail: 'Request was cancelled by the client', error_type: 'client_cancelled' },
  errorType: 'client_cancelled',
};

export function serverError(message: string): Outcome {
  return {
    status: 500,
    body: { detail: [{ loc: ['body'], msg: message, type: 'internal_server_error' }] },
    errorType: 'internal_server_error',
  };
}
