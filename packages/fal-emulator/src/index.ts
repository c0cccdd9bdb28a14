export { type FalEmulator, startFalEmulator } from './start-fal-emulator.ts';
