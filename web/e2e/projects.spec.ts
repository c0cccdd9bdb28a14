import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInEveryLayout } from './accessibility.ts';
import { Creator, expect, type Locale, test } from './creator.ts';
import { makeImages, promptsWith } from './make-images.ts';
import { originHeaders } from './own-requests.ts';

const languages = [
  {
    locale: 'en-US',
    title: 'Projects',
    new: 'New project',
    name: 'Name',
    create: 'Create',
    listActions: (name: string) => `Actions of ${name}`,
    open: (name: string) => `Open ${name}`,
    rename: 'Rename',
    save: 'Save',
    cover: 'Choose cover',
    later: 'Move towards the end',
    archive: 'Archive',
    archived: 'Archived',
    delete: 'Delete',
    deleteNow: 'Delete project',
    generations: (count: number) => (count === 1 ? '1 work' : `${count} works`),
    choice: 'Project for new works',
    newChoice: 'New project…',
    credits: (count: number) => `${count} credits`,
    search: 'Search all your works',
    undo: 'Undo',
    put: 'Put 2 here',
    movedTo: (name: string) => `Moved 2 works to ${name}`,
  },
  {
    locale: 'zh-CN',
    title: '项目',
    new: '新建项目',
    name: '名称',
    create: '创建',
    listActions: (name: string) => `${name} 的操作`,
    open: (name: string) => `打开 ${name}`,
    rename: '重命名',
    save: '保存',
    cover: '选择封面',
    later: '往后移',
    archive: '归档',
    archived: '已归档',
    delete: '删除',
    deleteNow: '删除项目',
    generations: (count: number) => `${count} 个作品`,
    choice: '新作品所属的项目',
    newChoice: '新建项目…',
    credits: (count: number) => `${count} 积分`,
    search: '搜索您的全部作品',
    undo: '撤销',
    put: '放入 2 个',
    movedTo: (name: string) => `已将 2 个作品移到 ${name}`,
  },
] satisfies (Record<string, unknown> & { locale: Locale })[];

type ProjectReply = { project: { id: string; name: string } };
type Listed = { data: { id: string; name: string; generations: number; credits: number }[] };

async function makeProject(page: Page, name: string): Promise<string> {
  const reply = await page.request.post('/api/projects', { data: { name }, headers: originHeaders() });
  return ((await reply.json()) as ProjectReply).project.id;
}

/** Deletes the projects that other tests of this account have left. */
async function removeProjects(page: Page): Promise<void> {
  const { data } = (await (await page.request.get('/api/projects')).json()) as Listed;
  for (const { id } of data) await page.request.delete(`/api/projects/${id}`, { headers: originHeaders() });
}

// They share the account, whose projects they count.
test.describe.configure({ mode: 'serial' });

for (const labels of languages) {
  test.describe(`in ${labels.locale}`, () => {
    test.use({ locale: labels.locale });

    test('projects are created, named, put in order, archived and deleted', async ({ page }) => {
      await removeProjects(page);
      await page.goto('/creator/projects');
      const nameField = page.getByRole('textbox', { name: labels.name });
      for (const name of ['Foxes', 'Boats', 'Trees']) {
        await page.getByRole('button', { name: labels.new }).first().click();
        await nameField.fill(name);
        await page.getByRole('button', { name: labels.create, exact: true }).click();
        await expect(page.getByRole('link', { name: labels.open(name) })).toBeVisible();
      }
      const names = page.getByRole('list', { name: labels.title, exact: true }).getByRole('heading');
      await expect(names).toHaveText(['Foxes', 'Boats', 'Trees']);
      await expectAccessibleInEveryLayout(page, 'the projects');

      const act = async (name: string, action: string) => {
        await page.getByRole('button', { name: labels.listActions(name) }).press('Enter');
        // The menu focuses its first item a moment after it has opened.
        await expect(page.getByRole('menuitem').first()).toBeFocused();
        await page.getByRole('menuitem', { name: action, exact: true }).press('Enter');
      };
      await act('Foxes', labels.rename);
      await nameField.fill('  ');
      await nameField.press('Enter');
      await expect(nameField).toHaveAttribute('aria-invalid', 'true');
      await nameField.fill('Red foxes');
      await expectAccessible(page, 'the question for a name');
      await nameField.press('Enter');
      await expect(names).toHaveText(['Red foxes', 'Boats', 'Trees']);
      // The list has the name before the dialog has closed, which keeps the focus until then.
      await expect(nameField).toBeHidden();

      // A card dragged while the list is read again is dropped nowhere, so the test waits for the new order.
      const ordered = page.waitForResponse('**/api/projects/order');
      await act('Red foxes', labels.later);
      await expect(names).toHaveText(['Boats', 'Red foxes', 'Trees']);
      await ordered;
      await page.locator('li', { hasText: 'Trees' }).dragTo(page.locator('li', { hasText: 'Boats' }));
      await expect(names).toHaveText(['Trees', 'Boats', 'Red foxes']);
      await page.reload();
      await expect(names).toHaveText(['Trees', 'Boats', 'Red foxes']);

      await act('Boats', labels.archive);
      await expect(names).toHaveText(['Trees', 'Red foxes']);
      await expect(
        page.getByRole('list', { name: labels.archived, exact: true }).getByRole('heading'),
      ).toHaveText(['Boats']);
      await act('Trees', labels.delete);
      await page.getByRole('dialog').getByRole('button', { name: labels.deleteNow }).click();
      await expect(names).toHaveText(['Red foxes']);
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    });

    test('generations are made in a project, or dragged into it, and stand for it', {
      tag: '@each-rule',
    }, async ({ page }) => {
      await removeProjects(page);
      const word = randomUUID().slice(0, 8);
      const [made = '', first = '', second = ''] = promptsWith(word, 3);
      await makeProject(page, 'Kept');

      await page.goto('/creator/image');
      const creator = new Creator(page, labels.locale);
      const choice = page.getByRole('combobox', { name: labels.choice });
      await creator.openDetails();
      await expect(choice).toHaveValue('');
      await choice.selectOption({ label: labels.newChoice });
      await page.getByRole('textbox', { name: labels.name }).fill('Harbour');
      await page.getByRole('button', { name: labels.create, exact: true }).click();
      await creator.openDetails();
      await expect(choice.locator('option:checked')).toHaveText('Harbour');
      await page.keyboard.press('Escape');
      await page.locator('textarea[name=prompt]').fill(made);
      const submitted = page.waitForRequest('**/api/wan/createImage');
      await page.locator('form button[type=submit]').first().click();
      const projects = (await (await page.request.get('/api/projects')).json()) as Listed;
      const harbour = projects.data.find(({ name }) => name === 'Harbour')?.id ?? '';
      expect((await submitted).postDataJSON()).toMatchObject({ project_id: harbour });

      await makeImages(page, [first, second]);
      await page.goto(`/creator/history?search=${word}`);
      const findTile = (prompt: string) => page.getByRole('article', { name: prompt });
      await expect(page.getByRole('article')).toHaveCount(3);
      for (const prompt of [first, second]) {
        await findTile(prompt).hover();
        await findTile(prompt).getByRole('checkbox').check();
      }
      const strip = page.getByRole('region', { name: labels.title, exact: true });
      await findTile(first).hover();
      await page.mouse.down();
      await page.mouse.move(300, 500, { steps: 5 });
      const target = strip.getByRole('button', { name: 'Harbour' });
      await expect(target).toContainText(labels.put);
      await target.hover();
      await page.mouse.up();
      await expect(page.getByText(labels.movedTo('Harbour'))).toBeVisible();
      await expect(target).toContainText(labels.generations(3));

      await page.goto('/creator/projects');
      const card = page.locator('li', { hasText: 'Harbour' });
      await expect(card).toContainText(labels.generations(3));
      const { data } = (await (await page.request.get('/api/projects')).json()) as Listed;
      const total = data.find(({ id }) => id === harbour)?.credits ?? 0;
      expect(total).toBeGreaterThan(0);
      await expect(card).toContainText(labels.credits(total));
      await card.getByRole('button', { name: labels.listActions('Harbour') }).click();
      await page.getByRole('menuitem', { name: labels.cover }).click();
      const covers = page.getByRole('dialog').getByRole('button', { name: made });
      await covers.click();
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(card.locator('img')).toHaveJSProperty('complete', true);
      await card.getByRole('link', { name: labels.open('Harbour') }).click();
      await expect(page.getByRole('heading', { name: 'Harbour', level: 2 })).toBeVisible();
      await expect(page.getByRole('article')).toHaveCount(3);
      await expectAccessible(page, 'the library of a project');

      await test.step('a generation that is generated again brings its project along', async () => {
        const reply = await page.request.get(`/api/library?search=${word}`);
        const { data: generations } = (await reply.json()) as { data: { id: string; prompt: string }[] };
        const { id: generationId } = generations.find(({ prompt }) => prompt === made) ?? {};
        await page.goto('/creator/image');
        await creator.openDetails();
        await choice.selectOption('');
        await page.keyboard.press('Escape');
        await page.locator('textarea[name=prompt]').fill('Something else');
        await page.goto(`/creator/history?view=${generationId}`);
        await expect(page.getByRole('dialog')).toContainText(made);
        await page.keyboard.press('r');
        await expect(page.locator('textarea[name=prompt]')).toHaveValue(made);
        await creator.openDetails();
        await expect(choice).toHaveValue(harbour);
        await page.getByRole('button', { name: labels.undo, exact: true }).click();
        await expect(page.locator('textarea[name=prompt]')).toHaveValue('Something else');
        await creator.openDetails();
        await expect(choice).toHaveValue('');

        const change = { ids: [generationId], project: null };
        await page.request.post('/api/library/change', { data: change, headers: originHeaders() });
        await choice.selectOption(harbour);
        await page.goto(`/creator/history?view=${generationId}`);
        await expect(page.getByRole('dialog')).toContainText(made);
        await page.keyboard.press('r');
        await creator.openDetails();
        await expect(choice).toHaveValue('');
        await choice.selectOption(harbour);
      });

      // An archived project is deselected, also on pages that are already open.
      await page.goto('/creator/image');
      await creator.openDetails();
      await expect(choice).toHaveValue(harbour);
      await page.request.patch(`/api/projects/${harbour}`, {
        data: { is_archived: true },
        headers: originHeaders(),
      });
      await expect(choice).toHaveValue('');
    });
  });
}
