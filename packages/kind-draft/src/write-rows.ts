import type { Medium, Plan } from './plan.ts';
import { computeCredits, lowestCredits } from './plan-price.ts';

const headings: Readonly<Record<Medium, string | undefined>> = {
  video: '### Videos',
  image: '### Images',
  audio: '### Sound',
  text: undefined,
};

/** `docs/prices.md` with the row of the kind; unchanged without a price, or where its medium has no table. */
export function withPriceRow(document: string, plan: Plan): string {
  const { id, medium, price } = plan;
  const heading = headings[medium];
  if (!price || !heading) return document;
  const credits = [computeCredits(price), lowestCredits(price)];
  return withRow(document, heading, [`\`${id}\``, price.text, ...credits]);
}

/** `docs/fal-client.md` with the fields of fal that the kind takes. */
export function withClientRow(document: string, { id, endpoint, fields }: Plan): string {
  const names = fields.flatMap(({ wire, name }) => {
    if (wire === 'notSent') return [];
    return [typeof wire === 'string' ? name : (wire.as ?? name)];
  });
  return withRow(document, '## Models', [`\`${endpoint}\``, `\`${id}\``, `\`${names.join(' ')}\``]);
}

/** `docs/product.md` with the kind beside the others of its page; `…` in a path there is the kind's id. */
export function withProductRow(document: string, { id, medium, menu: { path } }: Plan): string {
  const name = `\`${id}\``;
  if (document.includes(`| ${name}`) || document.includes(`, ${name}`)) return document;
  const page = path.endsWith(`/${id}`) ? `${path.slice(0, -id.length)}…` : path;
  const start = `| ${medium} | \`${page}\` | `;
  const lines = document.split('\n');
  const own = lines.findIndex((line) => line.startsWith(start));
  if (own >= 0) return lines.with(own, `${lines[own]?.replace(/ \|$/, '')}, ${name} |`).join('\n');
  // The first kind of its page: a row after those of the medium.
  const last = lines.findLastIndex((line) => line.startsWith(`| ${medium} | \``));
  if (last < 0) throw new Error(`There is no row of the medium ${medium}`);
  return lines.toSpliced(last + 1, 0, `${start}${name} |`).join('\n');
}

/** Adds a row to the first table below a heading, or replaces the one that has the same code in the same cell. */
function withRow(document: string, heading: string, cells: readonly (string | number)[]): string {
  const lines = document.split('\n');
  const start = lines.indexOf(heading);
  const first = lines.findIndex((line, index) => index > start && line.startsWith('|'));
  if (start < 0 || first < 0) throw new Error(`There is no table below "${heading}"`);
  const length = lines.slice(first).findIndex((line) => !line.startsWith('|'));
  const end = length < 0 ? lines.length : first + length;
  const [key] = cells;
  const isOld = (line: string) => line.split('|')[1]?.trim() === key;
  const kept = lines.slice(first, end).filter((line) => !isOld(line));
  return [...lines.slice(0, first), ...kept, `| ${cells.join(' | ')} |`, ...lines.slice(end)].join('\n');
}
