import {
  type ForeignSettings,
  fieldsOf,
  numberOf,
  othersOf,
  type PngTexts,
  parseFields,
  settingsOf,
  textOf,
} from './foreign-settings.ts';

/** InvokeAI: one JSON object. */
export function readInvoke(texts: PngTexts): ForeignSettings | undefined {
  const data = parseFields(texts.get('invokeai_metadata'));
  if (!data) return undefined;
  const model = fieldsOf(data.model);
  return settingsOf({
    tool: 'invokeai',
    prompt: textOf(data.positive_prompt),
    negativePrompt: textOf(data.negative_prompt),
    seed: numberOf(data.seed),
    width: numberOf(data.width),
    height: numberOf(data.height),
    others: othersOf({
      Steps: data.steps,
      'CFG scale': data.cfg_scale,
      Scheduler: data.scheduler,
      Model: model?.name ?? model?.model_name,
    }),
  });
}
