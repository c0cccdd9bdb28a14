export { type CheaperInput, cheaperInputs } from './cheaper-inputs.ts';
export type { Kind, KindInput } from './define-kind.ts';
export {
  type DescribedIssue,
  describedIssue,
  describeIssue,
  formatMessage,
} from './describe-issue.ts';
export { type Family, families, type Variant, type VariantInput } from './families.ts';
export {
  type ChoiceOption,
  type ChoiceValue,
  type Field,
  type Fields,
  hasConsentFile,
  type UploadAccept,
  valueWhenAbsent,
  type Widget,
} from './field.ts';
export { imageSizes } from './fields/image-fields.ts';
export { countCodePoints, maxPromptCodePoints } from './fields/text-field.ts';
export { isDataAddress, maxDataAddressLength, maxUrlLength } from './fields/upload-field.ts';
export { maxRoll } from './fields/value-fields.ts';
export { findFamily, findKindsByName, isEarlier } from './find-family.ts';
export { formInput } from './form-input.ts';
export {
  type FormQuery,
  filledFiles,
  formQuery,
  hasConsent,
  inputQuery,
  remixQuery,
  type ShownParts,
  sharedInput,
} from './form-query.ts';
export {
  type InputIssue,
  type InputMessageCode,
  inputIssue,
  type MessageParams,
  shownValue,
} from './issues.ts';
export { findKind, findKindOfMedium, getKind, kinds, listKinds } from './kinds.ts';
export { type KindInReach, kindsInReach, standInsInReach } from './kinds-in-reach.ts';
export { type LibraryType, libraryPath, type Medium, media, mediumFacts, selectFact } from './media.ts';
export { inputMessages } from './messages.ts';
export { getPack, type Pack, type PackId, packFor, packIds, packs } from './packs.ts';
export { type ParsedInput, paidOnlyOptions, parseInput, usedPaidOnlyOptions } from './parse-input.ts';
export { priceList } from './price-list.ts';
export { defaultInput, type PricedInput, priceFields, priceRange } from './price-range.ts';
export { charactersPerSecond, findPricedText, priceOfText } from './priced-text.ts';
export type { Price, PricePart } from './pricing.ts';
export { newPageIds, recommendedIds } from './recommended.ts';
export { retiredKinds } from './retired-kinds.ts';
export { timeSlice } from './time-slice.ts';
