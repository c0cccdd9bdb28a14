export { accountLeaf, type CheckpointFacts, checkpointLeaf, logTree } from './leaves.ts';
export {
  appendLeaf,
  consistencyProof,
  hashLeaf,
  hashLength,
  inclusionProof,
  leafHashes,
  type RangeHash,
  rangeOfLeaves,
  rootOfPeaks,
} from './merkle-tree.ts';
export { changeTile, hashesPerTile, rangeOfTiles, tilesOfProof } from './tiles.ts';
