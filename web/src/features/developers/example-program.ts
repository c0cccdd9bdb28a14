/** A whole program, with this site's address. docs/fal-client.md says what else works. */
export function exampleProgram(origin: string): string {
  return `import { createFalClient } from '@fal-ai/client';

const fal = createFalClient({
  credentials: process.env.ATELIER_KEY,
  proxyUrl: {
    url: '${origin}/api/wan/fal/proxy',
    when: 'always',
  },
});
const { data } = await fal.subscribe('fal-ai/flux/schnell', {
  input: { prompt: 'A paper boat' },
});
console.log(data.images[0].url);`;
}
