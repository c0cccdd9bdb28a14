import type { Endpoint } from './endpoints/define-endpoint.ts';

/** How the documents about an endpoint differ from the endpoint, as if fal had changed the model. */
export type ModelChange = {
  /** 404 or 410 instead of both documents. */
  status?: number;
  isDeprecated?: boolean;
  /** The sentence with the price; without one the page has none. */
  price?: string;
  withoutField?: string;
  requiredField?: string;
  withoutValue?: { field: string; value: string };
  maximum?: { field: string; max: number };
};

type Property = Record<string, unknown>;

/** The OpenAPI document that fal publishes of an endpoint's queue, from the fields that the endpoint checks. */
export function describeModel({ id, fields }: Endpoint, change: ModelChange = {}) {
  const entries = Object.entries(fields).filter(([name]) => name !== change.withoutField);
  const properties = Object.fromEntries(
    entries.map(([name, { schema, fallback }]): [string, Property] => [
      name,
      changed(name, { ...(isPlain(fallback) ? { default: fallback } : {}), ...schema }, change),
    ]),
  );
  const required = entries.filter(([, { isRequired }]) => isRequired).map(([name]) => name);
  if (change.requiredField) {
    properties[change.requiredField] ??= { type: 'string' };
    required.push(change.requiredField);
  }
  const json = (schema: object) => ({ 'application/json': { schema } });
  return {
    openapi: '3.0.4',
    info: { title: `Queue OpenAPI for ${id}`, version: '1.0.0', 'x-fal-metadata': { endpointId: id } },
    paths: {
      [`/${id}/requests/{request_id}/status`]: { get: {} },
      [`/${id}`]: {
        post: {
          ...(change.isDeprecated ? { deprecated: true } : {}),
          requestBody: { content: json({ $ref: '#/components/schemas/Input' }) },
        },
      },
    },
    components: { schemas: { Input: { type: 'object', required, properties } } },
  };
}

function changed(name: string, property: Property, { withoutValue, maximum }: ModelChange): Property {
  if (maximum?.field === name) return { ...property, maximum: maximum.max };
  if (withoutValue?.field !== name || !Array.isArray(property.enum)) return property;
  return { ...property, enum: property.enum.filter((value) => value !== withoutValue.value) };
}

function isPlain(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** The page of a model that fal publishes for language models, as far as it is about the price. */
export function renderModelPage({ id }: Endpoint, { price }: ModelChange = {}): string {
  const pricing = price
    ? `\n## Pricing\n\n${price}\n\nFor more details, see [fal.ai pricing](https://fal.ai/pricing).\n`
    : '';
  return `# ${id}\n\n## Overview\n\n- **Endpoint**: \`https://fal.run/${id}\`\n- **Model ID**: \`${id}\`\n${pricing}`;
}

const categories = {
  video: 'text-to-video',
  images: 'text-to-image',
  audio: 'text-to-audio',
  text: 'vision',
} as const;

/** One page of fal's listing of its models. */
export function listModels(
  endpoints: readonly Endpoint[],
  changes: ReadonlyMap<string, ModelChange>,
  { cursor = '0', limit = '50' }: { cursor?: string; limit?: string },
) {
  const [from, until] = [Number(cursor), Number(cursor) + Number(limit)];
  const hasMore = until < endpoints.length;
  return {
    models: endpoints.slice(from, until).map(({ id, medium }) => ({
      endpoint_id: id,
      metadata: {
        display_name: id,
        category: categories[medium],
        status: changes.get(id)?.isDeprecated ? 'deprecated' : 'active',
        date: '2026-01-01T00:00:00Z',
      },
    })),
    next_cursor: hasMore ? String(until) : null,
    has_more: hasMore,
  };
}
