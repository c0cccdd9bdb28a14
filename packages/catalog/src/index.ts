export { type CheaperInput, cheaperInputs } from './cheaper-inputs.ts';
export { defaultInput } from './default-input.ts';
export type {
  Adjustment,
  Delivered,
  Kind,
  KindInput,
  Medium,
  ProviderFile,
  ProviderOutputs,
  RefusedField,
} from './define-kind.ts';
export type { ChoiceOption, ChoiceValue, Field, Fields, Widget } from './field.ts';
export { imageSizes } from './fields/image-fields.ts';
export { countCodePoints, maxPromptCodePoints } from './fields/text-field.ts';
export { type InputIssue, inputIssue } from './issue.ts';
export { findKind, getKind, kinds, kindsOf } from './kinds.ts';
export { formatMessage, type InputMessageCode, inputMessages, type MessageParams } from './messages.ts';
export { getPack, type Pack, type PackId, packFor, packIds, packs } from './packs.ts';
export { type ParsedInput, paidOnlyOptions, parseInput } from './parse-input.ts';
export { priceFields } from './price-fields.ts';
export { type PricedInput, priceRange } from './price-range.ts';
export type { Price, PricePart } from './pricing.ts';
