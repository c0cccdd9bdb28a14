import type { ApiCallName, BodyOf, QueryOf } from '@atelier/contract';

/** The names in the braces of a path. */
type ParamNames<Path extends string> = Path extends `${string}{${infer First}}${infer Rest}`
  ? First | ParamNames<Rest>
  : never;

type Sent<Name extends ApiCallName> = ([ParamNames<Name>] extends [never]
  ? { params?: undefined }
  : { params: Record<ParamNames<Name>, string> }) &
  ([QueryOf<Name>] extends [never] ? { query?: undefined } : { query?: QueryOf<Name> }) &
  ([BodyOf<Name>] extends [never] ? { body?: undefined } : { body: BodyOf<Name> });

type Delivery = {
  signal?: AbortSignal | undefined;
  /** Lets the call outlive the page, for what is sent while leaving. */
  keepalive?: boolean;
};

type Options<Name extends ApiCallName> = Sent<Name> & Delivery;

/** The options of a call; they may be left out where nothing has to be sent. */
export type CallOptions<Name extends ApiCallName> =
  Record<string, never> extends Sent<Name> ? [options?: Options<Name>] : [options: Options<Name>];
