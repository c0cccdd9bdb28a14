import { type ChoiceOption, getKind, type Kind } from '@atelier/catalog';
import i18next from 'i18next';
import { renderToString } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import create from '../../../locales/en/create.json' with { type: 'json' };
import kinds from '../../../locales/en/kinds.json' with { type: 'json' };
import { Estimate } from '../estimate.tsx';
import { initialValues } from '../form-values.ts';
import { OptionRow } from './option-row.tsx';

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    ns: ['create', 'kinds'],
    resources: { en: { create, kinds } },
    interpolation: { escapeValue: false },
  });
});

const textsIn = (html: string, tag: string) =>
  [...html.matchAll(new RegExp(`<${tag}[^>]*>(.*?)</${tag}>`, 'g'))].map(([, text = '']) =>
    text.replace(/<!-- -->/g, ''),
  );

const open = (kind: Kind, changes: object = {}) => ({
  kind,
  values: { ...initialValues(kind, { prompt: 'A koi pond' }), ...changes },
});

const renderRow = (form: ReturnType<typeof open>) =>
  renderToString(
    <OptionRow
      {...form}
      problems={[]}
      onChange={() => undefined}
      paidOptions={{ areOpen: true, onLocked: () => undefined }}
    />,
  );

describe('the short lists of a form', () => {
  it('have no list of speeds where a single one remains, which is named', () => {
    const kind = getKind('image-to-video');
    const { speed } = kind.fields;
    if (speed?.widget.type !== 'choice') throw new Error('The kind has no speeds');
    expect(renderRow(open(kind))).toContain('name="speed"');
    const only: ChoiceOption = { value: 'high_quality' };
    const single = { ...speed, default: only.value, widget: { ...speed.widget, options: [only] } };
    const row = renderRow(open({ ...kind, fields: { ...kind.fields, speed: single } }));
    expect(row).not.toContain('name="speed"');
    expect(textsIn(row, 'p')).toContain(kinds.options.speed.high_quality);
  });

  it('show the frames of lengths that are rounded to the same seconds, and of no others', () => {
    const kind = getKind('wan-v2-2-5b');
    const lengths = (num_frames: number) => {
      const [, list = ''] = renderRow(open(kind, { num_frames })).split('name="video_length"');
      return textsIn(list, 'option').map((text) => text.split(' · ')[0]);
    };
    expect(lengths(82)).toEqual(['3.4 sec, 81 frames', '3.4 sec, 82 frames', '5 sec']);
    expect(lengths(81)).toEqual(['3.4 sec', '5 sec']);
  });
});

describe('the estimate', () => {
  const warnings = (id: string, num_inference_steps?: number) => {
    const steps = num_inference_steps === undefined ? {} : { num_inference_steps };
    const html = renderToString(<Estimate {...open(getKind(id), steps)} />);
    return html.includes(create.estimate.steps);
  };

  it.each([
    ['wan-v2-2-a14b', 35, 36],
    ['vace', 35, 36],
    ['wan-v2-2-5b', 40, 41],
  ])('of %s is silent at %d steps and warns of %d', (id, silent, warned) => {
    expect([warnings(id), warnings(id, silent), warnings(id, warned)]).toEqual([false, false, true]);
  });
});
