export { inputsAtTheEnds } from './inputs.ts';
