import { findFamily, isEarlier, type Kind, kinds, media, priceRange } from '@atelier/catalog';
import * as z from 'zod';
import { inputSchema } from '../../../plugins/openapi/field-schema.ts';
import { defineTool, reading, refuse, reply } from './tool.ts';

const maxListed = 20;

type Closures = readonly { kind: string; is_closed: boolean }[];

/** Lists the models on sale, or describes the input of one. */
export const findModel = defineTool({
  name: 'find_model',
  title: 'Find a model',
  description:
    'Lists models that fit a few words, with the files they need and their lowest and usual price in credits. With `kind`, the schema of that model’s input.',
  input: z.object({
    kind: z.string().max(60).optional(),
    medium: z.enum(media).optional(),
    words: z.string().max(200).optional().describe('Parts of the name of a model, maker or task'),
  }),
  hints: reading,
  async run({ callApi }, { kind: id, medium, words = '' }) {
    const found = await callApi({ method: 'GET', path: '/api/kinds/closures' });
    if (!found.isOk) return refuse(found);
    const closures = found.body.closures as Closures;
    const isOpen = ({ id }: Kind) => !closures.some(({ kind, is_closed }) => is_closed && kind === id);
    if (id === undefined) return reply(listModels(kinds.filter(isOpen), medium, words));
    const kind = kinds.find((each) => each.id === id && isOpen(each));
    if (kind) return reply({ ...describeKind(kind), input: inputSchema({ fields: listSentFields(kind) }) });
    return refuse({ isOk: false, body: { code: 'not_found', message: 'There is no such model on sale' } });
  },
});

function listModels(open: readonly Kind[], medium: Kind['medium'] | undefined, words: string) {
  const asked = words
    .toLowerCase()
    .split(/[^\p{L}\p{N}.]+/u)
    .filter(Boolean);
  const fitting = open.filter((kind) => {
    const names = joinNames(kind);
    return (medium ?? kind.medium) === kind.medium && asked.every((word) => names.includes(word));
  });
  // Earlier models of a line only where nothing else fits, as in every list.
  const current = fitting.filter(({ id }) => !isEarlier(id));
  const listed = current.length > 0 ? current : fitting;
  const more = Math.max(0, listed.length - maxListed);
  return { models: listed.slice(0, maxListed).map(describeKind), more };
}

function describeKind(kind: Kind) {
  const { id, medium, fields } = kind;
  const { family, variant } = findFamily(id) ?? {};
  const needs = Object.entries(fields).flatMap(([name, { widget, isRequired }]) =>
    widget.type === 'upload' && isRequired ? [name] : [],
  );
  const { lowest, usual } = priceRange(kind);
  return {
    kind: id,
    name: [family?.name, variant?.quality].filter(Boolean).join(' '),
    maker: family?.maker,
    medium,
    ...(needs.length > 0 && { needs_files: needs }),
    credits: { from: lowest.costCredits, usual: usual.costCredits },
  };
}

/** Everything by which a model is called, in lower case. */
function joinNames({ id, medium }: Kind): string {
  const { family, variant } = findFamily(id) ?? {};
  const names = [id, medium, family?.name, family?.maker, variant?.quality, variant?.input];
  return names.join(' ').toLowerCase();
}

/** Leaves out those that the model does not have: every kind takes them, and none needs them. */
function listSentFields({ fields }: Kind): Kind['fields'] {
  return Object.fromEntries(Object.entries(fields).filter(([, { isIgnored }]) => !isIgnored));
}
