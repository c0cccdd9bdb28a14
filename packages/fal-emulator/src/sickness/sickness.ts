/** State of our account at fal. `locked`: out of balance, so no POST is taken; `wrong-key`: fal does not know the key. */
export type AccountState = 'ok' | 'locked' | 'wrong-key';

/** `refuse` closes each connection at once, `unavailable` answers 503 as a gateway does, `silent` never answers. */
export type Outage = 'refuse' | 'unavailable' | 'silent';

/** An outage that comes and goes: so many calls are answered, then so many are not, and so on. */
export type Flapping = { outage: Outage; goodCalls: number; badCalls: number };

/**
 * Ways in which a model fails: `down` refuses submissions with 503, `gone` with 410; `failing` accepts them and ends
 * with a 500; `slow-death` accepts them and leaves each request, also one that runs already, IN_PROGRESS for good.
 */
export type ModelTrouble = 'down' | 'gone' | 'failing' | 'slow-death';

/** Everything that is wrong with fal at the moment. */
export type Sickness = {
  account: AccountState;
  outage: Outage | undefined;
  flapping: (Flapping & { calls: number }) | undefined;
  models: Map<string, ModelTrouble>;
  /** Endpoints whose requests another one serves, unless a request forbids it. */
  fallbacks: Map<string, string>;
  /** Status of a gateway in front of every result. */
  resultStatus: 504 | undefined;
};

export function createSickness(): Sickness {
  return {
    account: 'ok',
    outage: undefined,
    flapping: undefined,
    models: new Map(),
    fallbacks: new Map(),
    resultStatus: undefined,
  };
}

/** The part of the control that changes it. */
export type SicknessControl = {
  setAccount(state: AccountState): void;
  /** Concerns everything but the control itself; ends a flapping. Requests go on, and webhooks are sent. */
  setOutage(outage: Outage | undefined): void;
  setFlapping(flapping: Flapping | undefined): void;
  setModel(endpointId: string, trouble: ModelTrouble | undefined): void;
  /**
   * Lets another endpoint make the results of this one, as its own. A submission that forbids fallbacks fails instead, in
   * the way that `setModel` names, else with a 500.
   */
  setFallback(endpointId: string, otherEndpointId: string | undefined): void;
  /** Puts a gateway's 504 in place of every result, although the requests complete. */
  setResultStatus(status: 504 | undefined): void;
};

export function controlSickness(sickness: Sickness): SicknessControl {
  return {
    setAccount(state) {
      sickness.account = state;
    },
    setOutage(outage) {
      sickness.outage = outage;
      sickness.flapping = undefined;
    },
    setFlapping(flapping) {
      sickness.outage = undefined;
      sickness.flapping = flapping && { ...flapping, calls: 0 };
    },
    setModel: (endpointId, trouble) => setOrClear(sickness.models, endpointId, trouble),
    setFallback: (endpointId, other) => setOrClear(sickness.fallbacks, endpointId, other),
    setResultStatus(status) {
      sickness.resultStatus = status;
    },
  };
}

function setOrClear<Value>(map: Map<string, Value>, key: string, value: Value | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}
