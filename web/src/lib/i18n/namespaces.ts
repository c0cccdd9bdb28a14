/** One file of words per area and language; each is fetched with the page that needs it. */
export type Namespace =
  | 'shell'
  | 'kinds'
  | 'messages'
  | 'create'
  | 'preview'
  | 'history'
  | 'image-history'
  | 'landing'
  | 'dialogs'
  | 'pricing'
  | 'audio'
  | 'understanding'
  | 'ledger'
  | 'wallet'
  | 'admin'
  | 'developers';
