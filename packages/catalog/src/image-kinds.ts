import * as briaRemoveBackground from './kinds/image/bria-remove-background.ts';
import * as crystalUpscaler from './kinds/image/crystal-upscaler.ts';
import * as flux2 from './kinds/image/flux-2.ts';
import * as flux2Pro from './kinds/image/flux-2-pro.ts';
import * as flux2Turbo from './kinds/image/flux-2-turbo.ts';
import * as fluxDev from './kinds/image/flux-dev.ts';
import * as fluxDevImageToImage from './kinds/image/flux-dev-image-to-image.ts';
import * as fluxSchnell from './kinds/image/flux-schnell.ts';
import * as gptImage2 from './kinds/image/gpt-image-2.ts';
import * as gptImage25Flare from './kinds/image/gpt-image-2-5-flare.ts';
import * as gptImage25FlareEdit from './kinds/image/gpt-image-2-5-flare-edit.ts';
import * as gptImage25Sunburst from './kinds/image/gpt-image-2-5-sunburst.ts';
import * as gptImage25SunburstEdit from './kinds/image/gpt-image-2-5-sunburst-edit.ts';
import * as gptImage2Edit from './kinds/image/gpt-image-2-edit.ts';
import * as grokImage2 from './kinds/image/grok-image-2.ts';
import * as ideogramV4 from './kinds/image/ideogram-v4.ts';
import * as janusPro from './kinds/image/janus-pro.ts';
import * as maiImage25 from './kinds/image/mai-image-2-5.ts';
import * as maiImage25Edit from './kinds/image/mai-image-2-5-edit.ts';
import * as nanoBanana2 from './kinds/image/nano-banana-2.ts';
import * as nanoBanana21 from './kinds/image/nano-banana-2-1.ts';
import * as nanoBanana21Edit from './kinds/image/nano-banana-2-1-edit.ts';
import * as nanoBanana2Edit from './kinds/image/nano-banana-2-edit.ts';
import * as nanoBananaPro from './kinds/image/nano-banana-pro.ts';
import * as nanoBananaProEdit from './kinds/image/nano-banana-pro-edit.ts';
import * as qwenImage2 from './kinds/image/qwen-image-2.ts';
import * as qwenImage3 from './kinds/image/qwen-image-3.ts';
import * as recraftV3 from './kinds/image/recraft-v3.ts';
import * as recraftV41 from './kinds/image/recraft-v4-1.ts';
import * as sd35 from './kinds/image/sd35.ts';
import * as seedream5Flash from './kinds/image/seedream-5-flash.ts';
import * as seedream5FlashEdit from './kinds/image/seedream-5-flash-edit.ts';
import * as seedream5Pro from './kinds/image/seedream-5-pro.ts';
import * as seedream5ProEdit from './kinds/image/seedream-5-pro-edit.ts';
import * as seedreamV45 from './kinds/image/seedream-v4-5.ts';
import * as seedreamV45Edit from './kinds/image/seedream-v4-5-edit.ts';
import * as seedvrUpscaleImage from './kinds/image/seedvr-upscale-image.ts';
import * as topazUpscaleImage from './kinds/image/topaz-upscale-image.ts';
import * as wanV27Image from './kinds/image/wan-v2-7-image.ts';
import * as zImageTurbo from './kinds/image/z-image-turbo.ts';

/** The images that a user can make, and what changes them: a part of `kindFiles`. */
export const imageKindFiles = [
  fluxSchnell,
  fluxDev,
  janusPro,
  sd35,
  fluxDevImageToImage,
  nanoBanana2,
  nanoBanana2Edit,
  nanoBananaPro,
  nanoBananaProEdit,
  flux2,
  flux2Pro,
  seedreamV45,
  seedreamV45Edit,
  zImageTurbo,
  qwenImage2,
  wanV27Image,
  briaRemoveBackground,
  topazUpscaleImage,
  flux2Turbo,
  recraftV3,
  gptImage25Flare,
  gptImage25FlareEdit,
  nanoBanana21,
  nanoBanana21Edit,
  seedream5Flash,
  seedream5FlashEdit,
  ideogramV4,
  recraftV41,
  qwenImage3,
  seedream5Pro,
  seedream5ProEdit,
  gptImage25Sunburst,
  gptImage25SunburstEdit,
  gptImage2,
  gptImage2Edit,
  maiImage25,
  maiImage25Edit,
  seedvrUpscaleImage,
  crystalUpscaler,
  grokImage2,
] as const;
