import { makeModelPictures } from '../../../build/model-pictures.ts';

const [first] = (await makeModelPictures()).values();

/** Version in the addresses of all pictures of models. */
export const pictureVersion: string = /-(\w+)\.webp$/.exec(first?.url ?? '')?.[1] ?? '';
