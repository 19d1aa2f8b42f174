import { describe, expect, test } from '@jest/globals'
import { NoAnswer } from '@/platform/Platform'
import { markAsUsed } from '@/stores/items/markAsUsed'
import { setFavourite } from '@/stores/items/setFavourite'
import type { ItemChange } from '@/stores/items/lists/ChangesBus'
import { itemOf, accessLoss, rowOfEnterprise, rowOfFrequent } from '@/stores/items/lists/rows'
import { ItemNames } from '@/stores/items/ItemNames'
import { makeFolder, makeFrequent, makeItem } from '../support/factories'
import { refusal, status } from '../support/fakeServer'
import { startApp } from '../support/startApp'
import { settled, until } from '../support/until'

const ADD = 'POST /apps/frequently_used_items/add'
const DELETE_FAVOURITE = 'POST /apps/frequently_used_items/delete'
const EDIT = 'POST /apps/files/edit'
const NEW_FOLDER = 'POST /apps/files/new_folder'

async function start() {
  const rig = await startApp()
  const changes: ItemChange[] = []
  rig.app.changes.subscribe((change) => changes.push(change))
  return { ...rig, changes }
}

describe('[ACT-04] favourite', () => {
  test('adding and removing notify the lists, and a toast', async () => {
    const { app, server, changes } = await start()
    const item = makeItem()
    server.on(ADD, {}).on(DELETE_FAVOURITE, {})
    await setFavourite(app, item, true)
    expect(changes).toStrictEqual([{ type: 'replaced', row: { ...item, is_frequently_used: true } }])
    expect(app.feedback.currentToast?.message).toStrictEqual({ key: 'favourite.added' })
    await setFavourite(app, { ...item, is_frequently_used: true }, false)
    expect(changes[1]).toStrictEqual({ type: 'replaced', row: item })
    expect(app.feedback.currentToast?.message).toStrictEqual({ key: 'favourite.removed' })
    expect(app.feedback.currentToast?.action?.label).toStrictEqual({ key: 'action.undo' })
    expect(server.callsOf(ADD)[0]?.request).toStrictEqual({ typed_id: item.typed_id })
  })

  test('a duplicate on add and not found on remove count as success', async () => {
    const { app, server, changes } = await start()
    server
      .on(ADD, refusal('duplicate_frequently_used_item_id'))
      .on(DELETE_FAVOURITE, refusal('frequently_used_item_not_found'))
    await setFavourite(app, makeItem(), true)
    await setFavourite(app, makeItem(), false)
    expect([changes.length, app.feedback.dialog]).toStrictEqual([2, null])
  })

  test('the reverse errors, and any other failure, are failures', async () => {
    const { app, server, changes } = await start()
    server.on(ADD, refusal('frequently_used_item_not_found'))
    await setFavourite(app, makeItem(), true)
    expect(app.feedback.dialog?.text).toStrictEqual({ text: '说明：frequently_used_item_not_found' })
    server.on(ADD, new NoAnswer('network'))
    await setFavourite(app, makeItem(), true)
    expect([changes.length, app.feedback.currentToast, app.feedback.dialogs.length]).toStrictEqual([0, null, 2])
  })

  test('[LIST-10] a department is a favourite under its own id, and its root folder shows the star', async () => {
    const { app, server, changes } = await start()
    const root = makeFolder({ id: 55, department: { id: 3, name: '教务处', permissions: [], director_name: '' } })
    server.on(DELETE_FAVOURITE, {}).on(ADD, {})
    await setFavourite(app, root, false)
    expect(server.callsOf(DELETE_FAVOURITE)[0]?.request).toStrictEqual({ typed_id: 'department_3' })
    expect(changes.map((change) => change.type === 'replaced' && change.row.typed_id)).toStrictEqual(['folder_55'])
    app.feedback.currentToast?.action?.run()
    await until(() => server.countOf(ADD) === 1)
    expect(server.callsOf(ADD)[0]?.request).toStrictEqual({ typed_id: 'department_3' })
  })

  test('[LIST-10] an external enterprise is a favourite under its own id', async () => {
    const { app, server } = await start()
    server.on(ADD, {})
    await setFavourite(app, rowOfEnterprise(7, '云舟科技', false), true)
    expect(server.callsOf(ADD)[0]?.request).toStrictEqual({ typed_id: 'external_enterprise_7' })
  })

  for (const loss of ['dismissed', 'forbidden'] as const) {
    test(`[LIST-11] a ${loss} favourite can be removed, without an undo`, async () => {
      const { app, server, changes } = await start()
      const row = rowOfFrequent(makeFrequent(null, { is_dismissed: loss === 'dismissed' }))
      expect([itemOf(row), accessLoss(row)]).toStrictEqual([null, loss])
      server.on(DELETE_FAVOURITE, {})
      await setFavourite(app, row, false)
      expect(changes).toStrictEqual([{ type: 'replaced', row: { ...row, is_frequently_used: false } }])
      expect([app.feedback.currentToast?.message, app.feedback.currentToast?.action]).toStrictEqual([
        { key: 'favourite.removed' },
        undefined,
      ])
    })
  }
})

describe('[ACT-05] rename', () => {
  test('a rename sends the trimmed name with the kept extension, and the answer reaches the lists', async () => {
    const { app, server, changes } = await start()
    const item = makeItem({ name: '旧名.pdf' })
    server.on(EDIT, ({ name }) => ({ item: { ...item, name, version: 2 } }))
    const result = await new ItemNames(app).rename(item, '  新名 ')
    expect(server.callsOf(EDIT)[0]?.request).toStrictEqual({ item_typed_id: item.typed_id, name: '新名.pdf' })
    expect(result.done).toBe(true)
    expect(changes).toStrictEqual([{ type: 'replaced', row: { ...item, name: '新名.pdf', version: 2 } }])
    expect(app.feedback.currentToast?.message).toStrictEqual({ key: 'name.renamed' })
  })

  const faults: [string, string, object][] = [
    ['not empty', '   ', { key: 'name.fault.name_empty' }],
    ['at most 222 characters', '长'.repeat(223), { key: 'name.fault.name_too_long' }],
    ['no forbidden character, which is named', 'a/b', { key: 'name.fault.name_character', params: { character: '/' } }],
  ]
  test.each(faults)('%s is reported without a request', async (_sentence, typed, fault) => {
    const { app, server } = await start()
    expect(await new ItemNames(app).rename(makeItem(), typed)).toStrictEqual({ done: false, fault })
    expect(server.countOf(EDIT)).toBe(0)
  })

  test('a folder’s name of which nothing can be seen is reported without a request', async () => {
    const { app, server } = await start()
    const fault = { key: 'name.fault.name_invisible', params: { character: 'U+3164' } }
    expect(await new ItemNames(app).newFolder({ parentFolderId: 0 }, '\u3164')).toStrictEqual({ done: false, fault })
    expect(await new ItemNames(app).rename(makeItem({ type: 'folder' }), '\u3164')).toStrictEqual({
      done: false,
      fault,
    })
    expect(server.countOf(EDIT)).toBe(0)
  })

  test('222 characters beside the extension are allowed', async () => {
    const { app, server } = await start()
    const item = makeItem()
    server.on(EDIT, { item })
    expect((await new ItemNames(app).rename(item, '长'.repeat(222))).done).toBe(true)
  })

  test('an unchanged name requests nothing', async () => {
    const { app, server } = await start()
    const item = makeItem({ name: '同名.pdf' })
    expect(await new ItemNames(app).rename(item, '同名')).toStrictEqual({ done: true, item })
    expect(server.countOf(EDIT)).toBe(0)
  })

  test('the field reports a taken name in the server’s words, and the app anything else', async () => {
    const { app, server, changes } = await start()
    server.on(EDIT, refusal('name_taken'))
    expect(await new ItemNames(app).rename(makeItem(), '新')).toStrictEqual({
      done: false,
      fault: { text: '说明：name_taken' },
    })
    expect(app.feedback.dialogs).toStrictEqual([])
    server.on(EDIT, refusal('item_locked'))
    expect(await new ItemNames(app).rename(makeItem(), '新')).toStrictEqual({ done: false, fault: null })
    expect([app.feedback.dialog?.text, changes.length]).toStrictEqual([{ text: '说明：item_locked' }, 0])
  })
})

describe('new folder', () => {
  test('a new folder names its place and comes on top', async () => {
    const { app, server, changes } = await start()
    const folder = makeFolder({ name: '资料' })
    server.on(NEW_FOLDER, { new_folder: folder, item: folder })
    await new ItemNames(app).newFolder({ parentFolderId: 55, departmentId: 3 }, ' 资料 ')
    expect(server.callsOf(NEW_FOLDER)[0]?.request).toStrictEqual({
      parent_folder_id: 55,
      department_id: 3,
      name: '资料',
    })
    expect(changes).toStrictEqual([{ type: 'added', row: folder }])
    expect(app.feedback.currentToast?.message).toStrictEqual({ key: 'name.created', params: { name: '资料' } })
  })

  test('an empty name is reported without a request', async () => {
    const { app, server } = await start()
    expect(await new ItemNames(app).newFolder({ parentFolderId: 0 }, '')).toStrictEqual({
      done: false,
      fault: { key: 'name.fault.name_empty' },
    })
    expect(server.countOf(NEW_FOLDER)).toBe(0)
  })
})

describe('[CTX-09] mark as used', () => {
  for (const answer of [
    {},
    refusal('login_expired'),
    refusal('permission_denied'),
    status(500),
    status(401),
    new NoAnswer('network'),
  ]) {
    test(`${answer instanceof NoAnswer ? 'no network' : JSON.stringify(answer).slice(0, 60)} disturbs nobody`, async () => {
      const { app, server, platform } = await start()
      server.on('POST /recent_items/mark_as_used', answer)
      const item = makeItem()
      await markAsUsed(app.api, item)
      await settled()
      expect(server.callsOf('POST /recent_items/mark_as_used')[0]?.request).toStrictEqual({
        item_typed_id: item.typed_id,
      })
      expect([app.feedback.dialog, app.feedback.currentToast, platform.navigate.visits]).toStrictEqual([null, null, []])
      expect(app.session.phase).toBe('signedIn')
    })
  }
})
