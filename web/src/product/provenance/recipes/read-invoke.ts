import {
  type ForeignSettings,
  omitKnown,
  type PngTexts,
  parseFields,
  readNumber,
  readSettings,
  readText,
  toFields,
} from './foreign-settings.ts';

/** InvokeAI: one JSON object. */
export function readInvoke(texts: PngTexts): ForeignSettings | undefined {
  const data = parseFields(texts.get('invokeai_metadata'));
  if (!data) return undefined;
  const model = toFields(data.model);
  return readSettings({
    tool: 'invokeai',
    prompt: readText(data.positive_prompt),
    negativePrompt: readText(data.negative_prompt),
    seed: readNumber(data.seed),
    width: readNumber(data.width),
    height: readNumber(data.height),
    others: omitKnown({
      Steps: data.steps,
      'CFG scale': data.cfg_scale,
      Scheduler: data.scheduler,
      Model: model?.name ?? model?.model_name,
    }),
  });
}
