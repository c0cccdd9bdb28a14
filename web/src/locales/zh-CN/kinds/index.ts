import help from '../forms/help.json';

/** Help on fields and options that several kinds share. Only forms show it, so it loads with the first of them. */
export { help };

/** The own words of each kind in this language. Each loads with its form. */
export const files = import.meta.glob<Record<string, unknown>>('./*.json', { import: 'default' });
