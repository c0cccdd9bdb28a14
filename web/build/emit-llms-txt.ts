import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kind, kinds, packs, priceOfText, priceRange } from '@atelier/catalog';
import { getProvider } from '@atelier/catalog/server';
import type { Plugin } from 'vite';

/** `/llms.txt`: what language models should know of this site, with every kind of the catalog (https://llmstxt.org). */
export function emitLlmsTxt(): Plugin {
  return {
    name: 'atelier:emit-llms-txt',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'llms.txt', source: composeLlmsTxt() });
    },
    configureServer({ middlewares }) {
      middlewares.use('/llms.txt', (_request, reply) => {
        reply.setHeader('content-type', 'text/plain; charset=utf-8');
        reply.end(composeLlmsTxt());
      });
    },
  };
}

/** Composes the text in English, whatever languages the interface has. */
export function composeLlmsTxt(all: readonly Kind[] = kinds): string {
  const media = [...Map.groupBy(inMenuOrder(all), ({ medium }) => medium)];
  return `# Atelier

> Videos, images, sounds and answers about images, made with models on fal.ai and paid with credits. The price is known before anything is spent, and failed generations are free.

- Credits: ${packs.map(({ credits, amountMinor }) => `${number(credits)} for $${amountMinor / 100}`).join(', ')}
- [Prices](/pricing): credits per generation and what they cost
- [Help](/help): short guides to everything here
- [Status](/status): completed and failed generations of each model, and waits

## API

- [API description](/api/openapi.json): every call as OpenAPI; [as pages](/api/docs)
- [API keys](/developers): sent as \`Authorization: Key <key>\`; scopes \`generate\`, \`read\` and \`files\`
- Agents: the Model Context Protocol at \`/mcp\`, with a key as \`Authorization: Bearer <key>\`; nine tools that quote before they spend
- Quotes: \`POST /api/quotes\` binds the price of a generation for ten minutes
- OpenAI-compatible images: \`/v1/models\`, \`/v1/images/generations\`, \`/v1/images/edits\`
- fal-compatible proxy: \`@fal-ai/client\` with \`proxyUrl: { url: '<this site>/api/wan/fal/proxy', when: 'always' }\` and a key of this site as \`credentials\` takes the endpoints below unmodified
- Prices as JSON: \`GET /api/pricing\`

## Models

Each line: name, kind in this API, endpoint at fal, credits for the cheapest options and as the form opens.
${media.map(([medium, ofMedium]) => `\n### ${capitalize(medium)}\n\n${ofMedium.map(formatLine).join('\n')}\n`).join('')}`;
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function inMenuOrder(all: readonly Kind[]): Kind[] {
  return all.toSorted((a, b) => a.menu.order - b.menu.order);
}

function formatLine(kind: Kind): string {
  const { lowest, usual } = priceRange(kind);
  const ofText = priceOfText(kind, 1_000);
  const prices =
    ofText !== undefined
      ? `${number(ofText)} credits for 1,000 characters`
      : lowest.costCredits === usual.costCredits
        ? `${number(usual.costCredits)} credits`
        : `from ${number(lowest.costCredits)} credits, usually ${number(usual.costCredits)}`;
  const { endpoint } = getProvider(kind);
  return `- [${formatTitle(kind)}](/creator/${kind.menu.path}): \`${kind.id}\`, \`${endpoint}\`, ${prices}`;
}

const words = JSON.parse(readFileSync(join(import.meta.dirname, '../src/locales/en/kinds.json'), 'utf8')) as {
  kinds: Readonly<Record<string, { title: string }>>;
};

function formatTitle({ id }: Kind): string {
  return words.kinds[id]?.title ?? id;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
