import { describe, expect, it } from 'vitest';
import { wording } from './small/wording.ts';
import { problemsIn } from './testing.ts';

const english = 'web/src/locales/en/wallet.json';
const chinese = 'web/src/locales/zh-CN/wallet.json';
const inJson = (text: string) => `{\n  "record": ${JSON.stringify(text)}\n}\n`;

describe('the words of the interface', () => {
  it.each([
    'Delete this record?',
    'Credits come back by themselves.',
    'The model gives back the credits.',
    'What fails is free.',
    'Paused. What runs continues.',
    'Those with a link see it.',
    'Your job is done',
    'One colour',
  ])('cannot say in English: %s', async (text) => {
    expect(await problemsIn(wording, { [english]: inJson(text) })).toHaveLength(1);
    expect(await problemsIn(wording, { 'docs/guide/en/credits.md': `${text}\n` })).toHaveLength(1);
  });

  it.each([
    'Delete this work?',
    'What would it cost?',
    'First step. What is wrong with it?',
    'Describe what is wrong.',
    'That proves nothing.',
  ])('can say in English: %s', async (text) => {
    expect(await problemsIn(wording, { [english]: inJson(text) })).toEqual([]);
  });

  it.each([
    '共 3 条记录',
    '只有失败的记录才能退款。',
    '成品保存后扣除',
    '选择账号',
    '你的作品',
    '积分明细',
    '撤销 API 密钥',
    '请联系支持人员。',
    '正在运行的生成会继续。',
    '没有等待中的生成。',
  ])('cannot say in Chinese: %s', async (text) => {
    expect(await problemsIn(wording, { [chinese]: inJson(text) })).toHaveLength(1);
    expect(await problemsIn(wording, { 'docs/guide/zh-CN/credits.md': `${text}\n` })).toHaveLength(1);
  });

  it.each(['历史记录', '购买记录', '暂无记录。', '视频生成失败', '重新生成', '撤销', '撤销下架？'])(
    'can say in Chinese: %s',
    async (text) => expect(await problemsIn(wording, { [chinese]: inJson(text) })).toEqual([]),
  );
});

describe('the words of the API', () => {
  it('cannot call a generation a record in a summary, a description or an error', async () => {
    const tree = {
      'api/src/modules/trash/routes.ts': "summary: 'List the records in the trash',\n",
      'api/src/plugins/openapi/descriptions.ts': "  'GET /api/trash': 'The records of one user.',\n",
      'packages/contract/src/error-codes.ts': "not_found: { status: 404, message: 'No such record' },\n",
    };
    expect(await problemsIn(wording, tree)).toHaveLength(3);
  });

  it('can use the name in code', async () => {
    const tree = { 'api/src/modules/trash/routes.ts': 'await audit.record({ record, records: [] });\n' };
    expect(await problemsIn(wording, tree)).toEqual([]);
  });
});

describe('the words of test names', () => {
  const problems = (source: string) => problemsIn(wording, { 'api/src/a.test.ts': source });

  it.each([
    `it('the owner is told', run);`,
    `it.each([1])('a key is for nobody else: %s', run);`,
    `describe('people who pay', run);`,
  ])('cannot be so: %s', async (source) => expect(await problems(source)).toHaveLength(1));

  it.each([`it('the owner is notified', run);`, `run('is told');`])('can be so: %s', async (source) =>
    expect(await problems(source)).toEqual([]),
  );
});
