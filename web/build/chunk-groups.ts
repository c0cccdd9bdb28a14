type Modules = { src?: string; icons?: string; packages?: string; node_modules?: string };

/** Modules that go together. Patterns of their paths below a folder, without extensions, separated by white space. */
const parts: Record<string, Modules> = {
  // Modules of some hundred bytes each, of which most pages need a few.
  common: {
    src: `ui/(empty-state|field|progress-bar|menu-item|collapsible)
      lib/(new-request-id|use-single-run|use-now|save-file)
      product/generation/(excerpt|outputs|actions/(pressed-generate|generation-address)|store/last-kind)
      product/(account/lock-notice|api/library|kept/kept-ids|kinds/kind-closures)
      product/(messages/message-toasts|trash/trashed-ids)`,
    icons: `audio-lines check chevron-down download external-link film image images layers-plus scan-search sparkles
      triangle-exclamation-point volume-2 x`,
    packages: 'contract/src/library-limits',
    node_modules: '@tanstack/react-router/dist/esm/useRouterState',
  },
  // Modules that forms share with the dialogs that open from them, such as the sheet of a batch.
  'form-parts': {
    src: `features/create/(labels|form-values|field-problems|open-form|prefill/(travel|use-prefill|prompt-history))
      lib/api/upload-file product/(drop/pending-files|uploads/(upload-board|use-upload-labels)) ui/text-area`,
    icons: 'lock upload',
    packages: 'catalog/src/(parse-input|price-range) contract/src/generation/upload-limits',
  },
  // Modules that a form's preview shares with the library and the viewer: none is in the initial load of a page.
  'result-parts': {
    src: `features/preview/(image-grid|prompt-line) product/api/submissions ui/(media-box|video/video-player)
      product/generation/actions/(actions|favorite-button|regenerate|result-question|use-frames|uses-menu)
      product/generation/(pictures/video-labels|progress/(failure-cause|progress|stage-label)|shown-credits)
      product/generation/store/(mark-generations|generation-siblings|unsent-submissions)
      product/(projects/current-project|share/share-action)`,
    icons: `camera circle-slash clapperboard cloud-off dices ellipsis eye-off file-video image-off info move-right
      refresh-cw share-2 shuffle star step-forward wand-sparkles`,
  },
  // Subscribers to events, which every page loads after it has been drawn.
  'effect-parts': {
    src: `product/account/signed-out
      product/(generation/(actions/generation-target|store/recent-ends)|trash/trashed-generations|projects/projects)
      product/(api/(trash|projects)|kinds/choose-language) lib/theme`,
    // Icons of the menu, which is drawn whole after the page.
    icons: 'pencil',
  },
  // The first paint of the library.
  'library-parts': {
    src: 'features/history/(filters/library-view|history-skeleton) routes/creator/history/-history-route',
  },
  // Small modules that most pages need once they have been drawn.
  'late-common': {
    src: `lib/(hash-text|use-read) ui/prefers-still
      product/(media/icons|generation/pictures/prompt-mist|account/device-label)`,
    icons: `circle-check corner-down-left file-play folders image-upscale layers layout-grid list-ordered loader-circle
      monitor-x shield-user trash`,
  },
  // Shared by forms, prices and the status of models.
  'model-facts': {
    src: 'product/(model-status|ledger/use-price-part-label)',
    packages: 'catalog/src/(time-slice|families)',
  },
  'drop-files': { src: 'product/drop/(read-folders|meant-files|take-folders)' },
  'setting-fields': { src: 'ui/(slider-field|switch-field)' },
  sounds: { src: 'ui/(use-media|sound/(sound-toggle|still-waveform))' },
  'first-result': { src: 'product/first-result/first-result' },
  copying: { src: 'product/copyable ui/copy-button', icons: 'copy' },
  'shell-effects': {
    src: `features/shell/(shell-effects|notifications|next-page) ui/tooltips
      product/(generation/store/watch-ends|realtime/start-realtime)
      product/(notifications/end-notices|drop/watch-drags)`,
    icons: 'wifi-off',
  },
  // Parts of the header of a user who is signed in.
  'account-parts': { src: 'features/shell/(tray|account-menu-items|account-notice)' },
  // Pictures and facts of a work, for the stage, the library and the viewer.
  'work-parts': {
    src: `product/(api/batches|media/(medium-view|answer|audio|frame-ratio|image|video|index))
      product/generation/(pictures/generation-picture|actions/sounded-video)`,
  },
  // The first paint of a form.
  'form-first': {
    src: `features/create/(create-form|fields|follow/use-follow|models/(option-row|model-picker)|uploads/use-uploads)
      features/create/(controls/(upload-control|field-control)|prompt/(tool-button|earlier|first-frame|prompt-tools))
      features/create/submit/(generate-bar|use-submit) product/generation/store/use-unsent-submissions
      product/kinds/(kind-picture|picture-version.build|media-with-models.build)
      ui/(compact-select|drop-zone|ratio-shape|tiles)`,
  },
  // The controls of a form below its prompt, and its samples.
  'form-controls': {
    src: `features/create/(estimate|controls/(advanced-controls|link-field))
      features/create/samples/(stage-samples|list-samples|take-sample|sample-grid)
      product/generation/pictures/samples.build`,
  },
  // Acts of a form, which load once it has been drawn.
  'form-acts': {
    src: `features/create/submit/(stand-in-options|bar-details|first-result-note|model-notice|takes-items)
      features/create/submit/(generate-bar-parts|refusals|submit-generation)
      features/create/(follow/(carry-out|plan-files|follower|handover|move-form)|model-trouble|stand-in-wish)
      features/create/(prefill/made-from|models/(own-record|use-records))
      product/kinds/kinds-with-stand-in.build`,
    packages: 'catalog/src/(cheaper-inputs|kinds-in-reach)',
  },
  acts: {
    src: 'product/(acts/(acts.build|list-acts|use-act|act-row|more-menu)|generation/actions/save-answer)',
  },
  // Running works, in the stage and in the rows below it.
  'running-parts': {
    src: `product/generation/(actions/use-cancel|pictures/making-picture|progress/(course-bar|stage-steps))
      product/line/(lazy-waiting-line|stand-in-asked)
      features/preview/running-(card|tile)`,
  },
  stage: {
    src: `routes/creator/-stage ui/blur-image
      features/preview/(image-results|done-card|stage-order|ended-card|generation-card|hero-touch|large-work)
      features/preview/(showcase-video|preview-column|unsent-card)`,
  },
  // Functions that every kind is defined with.
  'kind-parts': { packages: 'catalog/src/(define-kind|pricing|fields/(value|video)-fields)' },
};

/** Ends the path of a module. */
export const extension = '\\.(?:tsx?|mjs|js)$';

/** Groups as pairs of a name and the patterns of the paths in it. */
export const partPaths = Object.entries(parts).map(([name, modules]) => [name, listPaths(modules)] as const);

/** Value of `codeSplitting.groups`: the modules of a group become one file, which every page that needs one loads. */
export const chunkGroups = [
  // The initial load of every page in two files instead of thirty: the app, and dependencies, which change less often.
  { name: 'vendor', tags: ['$initial' as const], test: /\/node_modules\//, priority: 2 },
  { name: 'shell', tags: ['$initial' as const], test: /\/src\/(?!main\.tsx)/, priority: 1 },
  // Modules that the app loads before its first render and can do without.
  { name: 'before-app', test: /\/src\/lib\/(?:early-input|browser\/translated-page)\.ts/ },
  // Modules that every page with generations needs, in one file instead of four.
  {
    name: 'generations',
    test: /\/src\/(?:product\/(?:generation\/store\/generations-|api\/generations\.)|lib\/realtime\.)/,
  },
  // Everything that reads from the api, in one file instead of five. Only two pages read a list part by part.
  {
    name: 'queries',
    test: /\/node_modules\/@tanstack\/(?:react-query|query-core)\/(?!.*[iI]nfiniteQuery(?:Observer)?\.js)|\/src\/lib\/query-client\.ts/,
  },
  // Loading of kinds, and the list of them, each in one file.
  {
    name: 'kinds',
    test: /\/src\/product\/(?:kinds\/(?:kinds|kind-words|tracked)|navigation\/page-kind)\./,
  },
  { name: 'kind-list', test: /\/src\/product\/(?:kinds\/kind-entries|navigation\/choose-kind)\./ },
  // Shared by forms, prices, results and dialogs: in the file of one of them it would load that one as well.
  { name: 'value-label', test: /\/src\/product\/generation\/value-label\./, priority: 1 },
  // Shared by the library and the pages of an account, in the same way.
  { name: 'sign-in-invitation', test: /\/src\/product\/account\/sign-in-invitation\./, priority: 1 },
  // Signals that forms and lists wait for: in the file of those that give them they would load all of these.
  { name: 'changes', test: /\/src\/product\/realtime\/changes\./, priority: 1 },
  ...partPaths.map(([name, paths]) => ({ name, test: new RegExp(`(?:${paths.join('|')})${extension}`) })),
];

function listPaths({ src, icons, packages, node_modules: installed }: Modules): string[] {
  const folders = {
    '/src': src,
    '/lucide-react/dist/esm/icons': icons,
    '/packages': packages,
    '/node_modules': installed,
  };
  return Object.entries(folders).flatMap(([folder, patterns = '']) =>
    patterns
      .split(/\s+/)
      .filter(Boolean)
      .map((pattern) => `${folder}/${pattern}`),
  );
}
