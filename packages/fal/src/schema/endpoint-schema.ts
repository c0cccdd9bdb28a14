/** Values that a field takes, whatever the notation of the document. */
export type Shape =
  | { type: 'text'; minLength?: number; maxLength?: number }
  /** `isWhole` and the ends are absent where the source does not state them. */
  | { type: 'number'; isWhole?: boolean; min?: number; max?: number }
  | { type: 'boolean' }
  | { type: 'choice'; options: readonly (string | number)[] }
  | { type: 'list'; of: Shape; maxItems?: number }
  | { type: 'object'; name?: string; fields: readonly SchemaField[] }
  | { type: 'union'; of: readonly Shape[] }
  | { type: 'unknown' };

export type SchemaField = {
  name: string;
  shape: Shape;
  isRequired: boolean;
  /** Default of the model; absent when it has none, or the source does not state it. */
  default?: unknown;
  description: string;
};

/** Input and output of one of fal's endpoints, read from any of the sources that describe it. */
export type EndpointSchema = {
  endpoint: string;
  input: readonly SchemaField[];
  output: readonly SchemaField[];
  isDeprecated: boolean;
};
