/** Headers of a visitor who comes from an address of their own, for what is limited by address. */
export function fromOwnAddress(): { 'x-forwarded-for': string } {
  const part = () => Math.floor(Math.random() * 256);
  return { 'x-forwarded-for': `10.${part()}.${part()}.${part()}` };
}
