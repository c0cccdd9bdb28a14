import { makeSampleFiles } from '../../../build/sample-files.ts';

const files = await makeSampleFiles();

/** Drawings of the sample prompts for videos; `samples:<id>` are their texts. */
export const drawings = ['dreamy-sunset', 'moonlit-beach', 'space-nebula', 'urban-rooftop'].map((id) => ({
  id,
  url: files.get(id)?.input.url ?? '',
}));
