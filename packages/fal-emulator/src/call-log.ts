/**
 * Client calls; `file` is the download of an output, `platform` a call about prices and bills. Webhooks are recorded in a
 * list of their own.
 */
export const operations = [
  'submit',
  'status',
  'stream',
  'result',
  'cancel',
  'run',
  'upload',
  'file',
  'platform',
] as const;
export type Operation = (typeof operations)[number];

/** A request as tests inspect it. */
export type SeenRequest = {
  operation: Operation;
  atMs: number;
  path: string;
  endpointId?: string;
  requestId?: string;
  input?: unknown;
  headers: Record<string, string>;
  webhookUrl?: string;
};

/** A failure in place of the answer: an HTTP status, or a reset connection. */
export type Fault = { operation: Operation; times: number; status?: number; reset?: boolean; body?: unknown };

export type CallLog = {
  record(request: SeenRequest): void;
  requests(): readonly SeenRequest[];
  counts(): Record<Operation, number>;
  injectFault(fault: Fault): void;
  /** Consumes one planned fault of this operation, if any. */
  takeFault(operation: Operation): Fault | undefined;
  reset(): void;
};

/** Most requests that are kept; the counts include the older ones. */
const maxRequests = 50_000;
const maxTextCharacters = 2_000;

export function createCallLog(): CallLog {
  let requests: SeenRequest[] = [];
  let faults: Fault[] = [];
  let counts = emptyCounts();
  return {
    record(request) {
      counts[request.operation] += 1;
      requests.push({ ...request, input: shorten(request.input) });
      if (requests.length > maxRequests * 1.2) requests = requests.slice(-maxRequests);
    },
    requests: () => requests,
    counts: () => ({ ...counts }),
    injectFault: (fault) => void faults.push({ ...fault }),
    takeFault(operation) {
      const fault = faults.find((candidate) => candidate.operation === operation && candidate.times > 0);
      if (!fault) return undefined;
      fault.times -= 1;
      faults = faults.filter(({ times }) => times > 0);
      return fault;
    },
    reset() {
      requests = [];
      faults = [];
      counts = emptyCounts();
    },
  };
}

function emptyCounts(): Record<Operation, number> {
  return { submit: 0, status: 0, stream: 0, result: 0, cancel: 0, run: 0, upload: 0, file: 0, platform: 0 };
}

/** Inputs may contain whole files as data URIs; the log keeps only their beginning. */
export function shorten(value: unknown): unknown {
  if (typeof value === 'string') return value.length > maxTextCharacters ? `${value.slice(0, 100)}…` : value;
  if (Array.isArray(value)) return value.map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, shorten(entry)]));
}
