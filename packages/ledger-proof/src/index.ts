export { createGrowingTree, type GrowingTree, rootOfPeaks } from './growing-tree.ts';
export { accountLeaf, type CheckpointFacts, checkpointLeaf, logTree, type Restoration } from './leaves.ts';
export {
  consistencyProof,
  hashLeaf,
  hashLength,
  inclusionProof,
  leafHashes,
  type RangeHash,
  rangeOfLeaves,
} from './merkle-tree.ts';
export { changeTile, rangeOfTiles, splitByTile, type TreeChanges, tilesOfProof } from './tiles.ts';
