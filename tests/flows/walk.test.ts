import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setFavourite } from '@/stores/items/setFavourite'
import { createApp } from '@/stores/app/AppServices'
import { navigationOf } from '@/stores/items/lists/NavigationStore'
import { PreviewStore } from '@/stores/previews/PreviewStore'
import { itemOf, type Row } from '@/stores/items/lists/rows'
import { TrashActions } from '@/stores/trash/TrashActions'
import { uploadsOf } from '@/stores/uploads/UploadStore'
import { ItemNames } from '@/stores/items/ItemNames'
import { settled, until } from '../stores/support/until'
import { HttpPlatform } from './httpPlatform'
import { ListStore } from '@/stores/items/lists/ListStore'
import { agree, make, names, picked, server, signedIn, startStoreServer } from './storeServer'
import { sample } from '../support/deep'

startStoreServer()

function itemNamed(list: { rows: readonly Row[] }, name: string) {
  const row = list.rows.find((candidate) => candidate.name === name)
  return (row && itemOf(row)) ?? assert.fail(`no row ${name}`)
}

// The tests of the compiled mini-program take the same paths.
for (const phone of sample(['h5', 'weapp'] as const, 1)) {
  describe(`the stores on ${phone}, against the real server`, () => {
    test('[LIST-03] 25 items a page are appended until all are there; offset 0 replaces them', async () => {
      const user = await make.user()
      for (let index = 0; index < 60; index += 1) await make.file({ owner: user }, { name: `文件${index}.txt` })
      const { app } = await signedIn(phone, user)
      const list = new ListStore(app, { space: 'own' })
      await list.open()
      assert.deepEqual([list.rows.length, list.total, list.pages.footer], [25, 60, 'loading'])
      list.onScroll({ scrollTop: 1000, viewportHeight: 700, rowHeight: 64 })
      await until(() => list.rows.length === 50)
      await list.pages.loadMore()
      assert.deepEqual([new Set(names(list)).size, list.pages.footer], [60, 'none'])
      await list.pages.refresh()
      assert.equal(list.rows.length, 25)
    })

    test('[LIST-04] lists are sorted by date, name and size in both directions as the server orders, and the order is stored', async () => {
      const user = await make.user()
      const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
      await make.file({ owner: user }, { name: 'b.txt', content: '1', at: at(3) })
      await make.file({ owner: user }, { name: 'a.txt', content: '333', at: at(1) })
      await make.file({ owner: user }, { name: 'c.txt', content: '22', at: at(2) })
      const { app } = await signedIn(phone, user)
      const list = new ListStore(app, { space: 'own' })
      await list.open()
      assert.deepEqual(list.sort, { by: 'date', direction: 'desc' })
      const orders = [
        ['date', 'asc', 'acb'],
        ['date', 'desc', 'bca'],
        ['name', 'desc', 'cba'],
        ['name', 'asc', 'abc'],
        ['size', 'desc', 'acb'],
        ['size', 'asc', 'bca'],
      ] as const
      for (const [by, direction, letters] of orders) {
        await list.sortBy({ by, direction })
        assert.deepEqual(
          [
            names(list)
              .map(([letter]) => letter)
              .join(''),
            list.sort,
          ],
          [letters, { by, direction }],
        )
        assert.deepEqual(app.feedback.currentToast?.message, { key: `sort.toast.${by}.${direction}` })
      }
      const next = new ListStore(app, { space: 'own' })
      await next.open()
      assert.deepEqual(next.sort, { by: 'size', direction: 'asc' })
    })

    test('[LIST-06] rename, delete and favourite change lists in place; a new folder is inserted on top', async () => {
      const user = await make.user()
      for (const name of ['一.txt', '二.txt', '三.txt']) await make.file({ owner: user }, { name })
      const { app } = await signedIn(phone, user)
      const list = new ListStore(app, { space: 'own' })
      const frequent = new ListStore(app, { space: 'frequent' })
      await Promise.all([list.open(), frequent.open()])
      const [, middle] = names(list)
      const renamed = await new ItemNames(app).rename(itemNamed(list, middle!), '改名')
      assert.ok(renamed.done)
      assert.equal(names(list)[1], '改名.txt')

      await setFavourite(app, itemNamed(list, '改名.txt'), true)
      await until(() => names(frequent).includes('改名.txt'))
      assert.equal(itemNamed(list, '改名.txt').is_frequently_used, true)
      await setFavourite(app, itemNamed(frequent, '改名.txt'), false)
      assert.deepEqual([names(frequent), itemNamed(list, '改名.txt').is_frequently_used], [[], false])

      const made = await new ItemNames(app).newFolder(list.newFolderParent!, '资料')
      assert.ok(made.done)
      assert.equal(names(list)[0], '资料')

      const removed = new TrashActions(app).remove(itemNamed(list, '改名.txt'))
      await agree(app)
      assert.equal(await removed, true)
      const seen = names(list)
      assert.deepEqual([seen.length, seen.includes('改名.txt')], [3, false])
      await list.pages.refresh()
      assert.deepEqual(new Set(names(list)), new Set(seen))
      assert.equal(app.feedback.dialog, null)
    })

    test('an item is deleted, restored by undo within 6 s, deleted again, restored from the trash, and purged', async () => {
      const { app, user } = await signedIn(phone)
      const trash = new TrashActions(app)
      const folder = await make.folder({ owner: user })
      for (const name of ['丙.txt', '乙.txt', '甲.txt']) await make.file({ parent: folder }, { name })
      const list = new ListStore(app, { space: 'folder', id: folder.id })
      const bin = new ListStore(app, { space: 'trash' })
      await list.open()
      const before = names(list)
      const remove = async () => {
        const removed = trash.remove(itemNamed(list, '乙.txt'))
        await agree(app)
        assert.equal(await removed, true)
        assert.deepEqual(
          names(list),
          before.filter((name) => name !== '乙.txt'),
        )
      }

      await remove()
      const { action } = app.feedback.currentToast!
      assert.deepEqual(action?.label, { key: 'action.undo' })
      action!.run()
      await until(() => names(list).includes('乙.txt'))
      assert.deepEqual([names(list), list.total], [before, 3])

      await remove()
      await bin.open()
      const row = itemNamed(bin, '乙.txt')
      assert.deepEqual([bin.header.title, row.action_status?.action_by], [{ key: 'space.trash' }, user.name])
      assert.equal(await trash.restore(row), true)
      assert.deepEqual([names(list), names(bin)], [before, []])

      await remove()
      await bin.pages.refresh()
      const gone = trash.deletePermanently(itemNamed(bin, '乙.txt'), 'permanentDelete')
      await agree(app)
      assert.equal(await gone, true)
      assert.deepEqual(names(bin), [])
      await Promise.all([list.pages.refresh(), bin.pages.refresh()])
      assert.deepEqual([names(list).length, names(bin), app.feedback.dialog], [2, [], null])
    })

    test('[ACT-04] adding an existing favourite and removing a missing one succeed', async () => {
      const user = await make.user()
      await make.file({ owner: user }, { name: '课表.txt' })
      const [here, there] = [await signedIn(phone, user), await signedIn(phone, user)]
      for (const wanted of [true, false]) {
        for (const { app } of [here, there]) {
          const list = new ListStore(app, { space: 'own' })
          await list.open()
          await setFavourite(app, { ...itemNamed(list, '课表.txt'), is_frequently_used: !wanted }, wanted)
          const key = wanted ? 'favourite.added' : 'favourite.removed'
          assert.deepEqual([app.feedback.dialog, app.feedback.currentToast?.message], [null, { key }])
        }
      }
    })

    test('[ACT-05] a new name is trimmed, not empty, has at most 222 characters, and keeps the extension', async () => {
      const user = await make.user()
      for (const name of ['旧.tar.gz', '占用.txt', '文.txt']) await make.file({ owner: user }, { name })
      const { app } = await signedIn(phone, user)
      const list = new ListStore(app, { space: 'own' })
      await list.open()
      const rename = async (name: string, typed: string) => {
        const result = await new ItemNames(app).rename(itemNamed(list, name), typed)
        return result.done ? result.item.name : result.fault
      }
      assert.equal(await rename('旧.tar.gz', '  新  '), '新.tar.gz')
      assert.equal(await rename('文.txt', '文件.txt'), '文件.txt')
      assert.deepEqual(await rename('文件.txt', '   '), { key: 'name.fault.name_empty' })
      assert.deepEqual(await rename('文件.txt', '长'.repeat(223)), { key: 'name.fault.name_too_long' })
      assert.equal(await rename('文件.txt', '𠮷'.repeat(222)), `${'𠮷'.repeat(222)}.txt`)
      const taken = await rename(`${'𠮷'.repeat(222)}.txt`, '占用')
      assert.ok(taken !== null && typeof taken === 'object' && 'text' in taken && taken.text.length > 0)
      assert.equal(app.feedback.dialog, null)
    })

    test('[UPL-01] uploads are inserted into the list, and exist on the server', async () => {
      const { app } = await signedIn(phone)
      const list = new ListStore(app, { space: 'own' })
      await list.open()
      uploadsOf(app).add(
        [picked('照片 1.txt', '第一张'), picked('照片 2.txt', '第二张'), picked('照片 1.txt', '第三张')],
        list.uploadTarget!,
      )
      await until(() => uploadsOf(app).summary.done === 3)
      const expected = new Set(['照片 1.txt', '照片 2.txt', '照片 1 (1).txt'])
      assert.deepEqual(new Set(names(list)), expected)
      assert.equal(itemNamed(list, '照片 1.txt').size, 9)
      await list.pages.refresh()
      assert.deepEqual(new Set(names(list)), expected)
      await until(() => app.session.space?.used === 27)
    })

    test('departments have a tree and a list, and accept a new folder and an upload', async () => {
      const enterprise = await make.enterprise()
      const root = await make.department({ enterprise, name: '学校' })
      const office = await make.department({ parent: root, name: '教务处' })
      const deep = await make.department({ parent: office, name: '招生办公室' })
      const user = await make.user({ enterprise })
      await make.member(root, user)
      await make.member(deep, user)
      const { app } = await signedIn(phone, user)
      await navigationOf(app).load()
      const line =
        navigationOf(app).departments.find(({ department }) => department.id === office.id) ?? assert.fail('no 教务处')
      if (!line.isExpanded) await navigationOf(app).toggle(line)
      assert.ok(navigationOf(app).departments.some(({ department, depth }) => department.id === deep.id && depth === 3))

      const list = new ListStore(app, { space: 'dept', id: deep.id })
      await list.open()
      assert.deepEqual([list.phase, list.header.title, list.pages.isEmpty], ['ready', { text: '招生办公室' }, true])
      const made = await new ItemNames(app).newFolder(list.newFolderParent!, '宣传物料')
      assert.ok(made.done)
      uploadsOf(app).add([picked('问答.txt', '问')], list.uploadTarget!)
      await until(() => uploadsOf(app).summary.done === 1)
      assert.deepEqual(names(list), ['问答.txt', '宣传物料'])
      await list.pages.refresh()
      assert.deepEqual(new Set(names(list)), new Set(['问答.txt', '宣传物料']))

      const folder = new ListStore(app, { space: 'folder', id: made.item.id })
      await folder.open()
      assert.deepEqual(folder.header.title, { text: '宣传物料' })
      await setFavourite(app, folder.header.folder!, true)
      assert.equal(folder.header.isFavourite, true)
      await setFavourite(app, list.header.folder!, true)
      assert.equal(list.header.isFavourite, true)
      const frequent = new ListStore(app, { space: 'frequent' })
      await frequent.open()
      assert.deepEqual(new Set(names(frequent)), new Set(['宣传物料', '招生办公室']))
    })

    test('shared folders are in the collaboration space, and inaccessible items are removed', async () => {
      const enterprise = await make.enterprise()
      const [owner, guest] = [await make.user({ enterprise }), await make.user({ enterprise })]
      const shared = await make.folder({ owner }, { name: '共享' })
      const hidden = await make.folder({ owner }, { name: '私有' })
      await make.collab(shared, { user: guest }, 'viewer')
      const { app } = await signedIn(phone, guest)
      const list = new ListStore(app, { space: 'collab' })
      await list.open()
      assert.deepEqual(names(list), ['共享'])
      const inside = new ListStore(app, { space: 'folder', id: shared.id })
      await inside.open()
      assert.deepEqual([inside.phase, inside.canUpload, inside.uploadTarget], ['ready', false, null])
      const forbidden = new ListStore(app, { space: 'folder', id: hidden.id })
      await forbidden.open()
      assert.equal(forbidden.phase, 'removed')
      assert.equal(app.feedback.dialog, null)
    })

    test('a preview finds its file, and makes its text and its pages', async () => {
      const { app, user } = await signedIn(phone)
      const file = await make.file({ owner: user }, { name: '说明.txt', content: '你好' })
      const preview = new PreviewStore(app, { fileId: file.id })
      const platform = app.platform as HttpPlatform
      async function made() {
        const end = Date.now() + 20_000
        while (preview.phase === 'generating' && Date.now() < end) {
          platform.clock.pass(2000)
          await settled()
        }
      }
      await preview.open()
      await made()
      assert.deepEqual([preview.phase, preview.item?.name, preview.viewer?.viewer], ['ready', '说明.txt', 'reading'])
      assert.match(JSON.stringify(preview.representation.info?.first_piece?.blocks), /你好/)
      await preview.preferPages(true)
      await made()
      assert.deepEqual([preview.phase, preview.kind], ['ready', 'pdf'])
      assert.match(preview.representation.info?.preview_url ?? '', /^\/api\//)
      const answer = await fetch(server.url + preview.representation.info!.preview_url)
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/pdf'])
      preview.dispose()
    })
  })
}

test('the server’s messages are in the language of the applet’s headers', async () => {
  const platform = new HttpPlatform(server.url, 'weapp')
  platform.chosenLanguage = { language: 'en' }
  const app = createApp(platform)
  await app.session.start()
  await app.session.signIn('nobody', 'nothing')
  const { attempt } = app.session
  assert.ok(attempt.phase === 'refused' && 'text' in attempt.message)
  assert.match(attempt.message.text, /password/i)
})
