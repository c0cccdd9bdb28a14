import type { Fault, Strike } from './fault.ts';

export const failStorage: Fault = {
  id: 'fail-storage',
  title: 'storage answers 503, or its folder is gone',
  aim({ storage, links, files }, chance): Strike {
    const lastsMs = chance.between(4_000, 12_000);
    if (storage === 'disk') return { target: 'files', lastsMs, begin: () => files.breakFolder() };
    return {
      target: 's3',
      lastsMs,
      async begin() {
        for (const link of links.storage.values()) link.setMode('unavailable');
        return async () => {
          for (const link of links.storage.values()) link.setMode('open');
        };
      },
    };
  },
};
