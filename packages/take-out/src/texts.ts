/** The words of an archive in one language. Texts are inserted escaped; `{…}` are places for values. */
export type Texts = {
  /** For the pages and the dates. */
  language: string;
  title: string;
  of: string;
  prepared: string;
  empty: string;
  newer: string;
  older: string;
  allPages: string;
  page: string;
  videos: string;
  images: string;
  sounds: string;
  answers: string;
  uploads: string;
  account: string;
  ledger: string;
  readMe: string;
  details: string;
  answer: string;
  question: string;
  credits: string;
  favorite: string;
  /** `{date}` is when it was deleted. */
  inTrash: string;
  hidden: string;
  missing: string;
  status: Readonly<Record<string, string>>;
  /** README.md, one line each; `{missing}` is how many files could not be found. */
  contents: readonly string[];
  /** ledger/README.md; `{head}` is the hash of the newest entry. */
  proof: readonly string[];
};

const en: Texts = {
  language: 'en',
  title: 'Your Atelier archive',
  of: 'Everything of {email}',
  prepared: 'As of {date} (UTC)',
  empty: 'You have not generated anything yet.',
  newer: 'Newer',
  older: 'Older',
  allPages: 'All pages',
  page: 'Page {page}',
  videos: 'Videos',
  images: 'Images',
  sounds: 'Sounds',
  answers: 'Answers',
  uploads: 'Uploads',
  account: 'Account',
  ledger: 'Credits',
  readMe: 'What is in this archive',
  details: 'Settings and details',
  answer: 'Answer',
  question: 'Question',
  credits: '{credits} credits',
  favorite: 'Favorite',
  inTrash: 'In the trash since {date}',
  hidden: 'Hidden by the safety check; nothing was charged for it.',
  missing: 'The file is not available any more.',
  status: {
    pending: 'In queue',
    processing: 'Generating',
    completed: 'Done',
    partial: 'Partly done',
    failed: 'Failed',
    cancelled: 'Cancelled',
  },
  contents: [
    '# Your Atelier archive',
    '',
    'Open `index.html` to look at everything in a browser. It needs no connection.',
    '',
    '- `videos/`, `images/`, `sounds/`, `answers/`: every result, unchanged, in a folder per month. Beside each file lies a',
    '  `.json` of the same name: prompt, settings, model, costs, dates, tags, favorite, project, and the files it was made from.',
    '  A generation without a result has the `.json` alone. Answers are Markdown.',
    '- `uploads/`: the files that you uploaded and used.',
    '- `account/`: your profile, sign-ins, sessions, API keys (without the keys themselves), settings, purchases, notices,',
    '  projects, security events, webhooks, and the records of generations that you deleted for good. What is in the trash',
    '  is in the folders above, with the date of its deletion.',
    '- `ledger/`: every movement of your credits, and how to verify that none is missing or changed.',
    '',
    'Times are UTC. Posters and thumbnails are left out, because they are made from the files.',
    'Files that could not be found: {missing}.',
  ],
  proof: [
    '# Your ledger and its proof',
    '',
    '`ledger.csv` and `ledger.json` have the same entries, oldest first. Each entry has the balance after it (`available_after`,',
    '`held_after`), the hash of the entry before it (`prev_hash`) and its own (`hash`). A changed, added or removed entry breaks',
    'the chain. The newest hash is:',
    '',
    '    {head}',
    '',
    'With the source of Atelier, without a server or a database:',
    '',
    '    npm run ledger:verify -- --file ledger.csv --head {head}',
    '',
    'By hand: `hash` is the SHA-256, in hex, of the 32 bytes of `prev_hash` followed by this JSON array as UTF-8, with a comma',
    'and a space between the values: `[id, user_id, kind, d_available, d_held, available_after, held_after, entry_key,',
    'generation_id, purchase_id, reason, actor, created_at]`. Absent values are `null`; an empty cell of the CSV is `null`, `""`',
    'is an empty text. The first entry has 64 zeros as its `prev_hash`. In the CSV, a text that a spreadsheet would take for a',
    'formula begins with an apostrophe.',
    '',
    'The actor of an entry that an operator made is shown as `operator`, and its hash covers which one: of such an entry the',
    'place in the chain and the balance can be verified, not the text.',
  ],
};

const zhCN: Texts = {
  language: 'zh-CN',
  title: '您的 Atelier 数据归档',
  of: '{email} 的全部数据',
  prepared: '截至 {date}（UTC）',
  empty: '您还没有生成过任何内容。',
  newer: '较新',
  older: '较早',
  allPages: '全部页面',
  page: '第 {page} 页',
  videos: '视频',
  images: '图片',
  sounds: '音频',
  answers: '回答',
  uploads: '上传的文件',
  account: '账户',
  ledger: '积分',
  readMe: '归档内容说明',
  details: '设置与详情',
  answer: '回答',
  question: '问题',
  credits: '{credits} 积分',
  favorite: '已收藏',
  inTrash: '{date} 移入回收站',
  hidden: '未通过安全检查，已隐藏，未扣费。',
  missing: '文件已不存在。',
  status: {
    pending: '排队中',
    processing: '生成中',
    completed: '已完成',
    partial: '部分完成',
    failed: '失败',
    cancelled: '已取消',
  },
  contents: [
    '# 您的 Atelier 数据归档',
    '',
    '用浏览器打开 `index.html` 即可浏览全部内容，无需联网。',
    '',
    '- `videos/`、`images/`、`sounds/`、`answers/`：全部生成结果的原始文件，按月份存放。每个文件旁都有同名的 `.json`，',
    '  记录提示词、设置、模型、费用、日期、标签、收藏状态以及所用的素材文件。没有结果的记录只有 `.json`。回答为 Markdown 格式。',
    '- `uploads/`：您上传并使用过的文件。',
    '- `account/`：个人资料、登录方式、登录会话、API 密钥（不含密钥本身）、设置、购买记录、通知、项目、安全事件、Webhook，',
    '  以及您已彻底删除的生成记录。回收站中的内容仍在上述文件夹中，并注明删除日期。',
    '- `ledger/`：全部积分变动，以及如何核对其完整无误。',
    '',
    '所有时间均为 UTC。封面和缩略图可由原文件生成，因此未包含在内。',
    '未能找到的文件数：{missing}。',
  ],
  proof: [
    '# 积分账本及其核对方法',
    '',
    '`ledger.csv` 与 `ledger.json` 的内容相同，从最早的一笔开始。每一笔都记录变动后的余额（`available_after`、`held_after`）、',
    '上一笔的哈希（`prev_hash`）和自身的哈希（`hash`）。任何修改、增加或删除都会使哈希链断开。最新一笔的哈希为：',
    '',
    '    {head}',
    '',
    '使用 Atelier 的源代码即可核对，无需服务器或数据库：',
    '',
    '    npm run ledger:verify -- --file ledger.csv --head {head}',
    '',
    '也可以自行计算：`hash` 是 `prev_hash` 的 32 个字节与下列 JSON 数组（UTF-8 编码，各值之间为逗号加空格）相连后的 SHA-256，',
    '以十六进制表示：`[id, user_id, kind, d_available, d_held, available_after, held_after, entry_key, generation_id,',
    'purchase_id, reason, actor, created_at]`。没有值时为 `null`；CSV 中的空单元格为 `null`，`""` 为空文本。',
    '第一笔的 `prev_hash` 为 64 个零。CSV 中可能被电子表格当作公式的文本以撇号开头。',
    '',
    '由运营人员发起的变动，其 `actor` 显示为 `operator`，而哈希包含具体的运营人员：这类变动可以核对其在链中的位置和余额，',
    '无法核对其文本。',
  ],
};

/** By the tags of the web app's languages. */
export const textsByLanguage: Readonly<Record<string, Texts>> = { en, 'zh-CN': zhCN };

/** English for a language without texts. */
export function textsOf(language: string): Texts {
  return textsByLanguage[language] ?? en;
}

/** The text with its places filled in; a value is never searched for places. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
