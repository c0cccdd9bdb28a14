import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type CollectedSpan = {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Record<string, string>;
};

export type Collector = {
  url: string;
  spans: CollectedSpan[];
  /** Everything received, unparsed. */
  rawText(): string;
  close(): Promise<void>;
};

type Attribute = { key: string; value: { stringValue?: string; intValue?: string | number } };
type Received = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<CollectedSpan, 'service' | 'attributes'> & { attributes: Attribute[] })[] }[];
  }[];
};

/** Receives traces like an OTLP collector over HTTP. */
export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.url === '/v1/traces') {
      bodies.push(body);
      spans.push(...listSpans(JSON.parse(body)));
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    rawText: () => bodies.join('\n'),
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function listSpans({ resourceSpans }: Received): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = readAttributes(resource.attributes)['service.name'] ?? '';
    return scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({ ...span, service, attributes: readAttributes(span.attributes) })),
    );
  });
}

function readAttributes(attributes: Attribute[]): Record<string, string> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, String(value.stringValue ?? value.intValue)]),
  );
}
