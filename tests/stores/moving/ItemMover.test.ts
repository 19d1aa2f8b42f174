import { describe, expect, test } from '@jest/globals'
import type { Item } from '@/contract/entities'
import { PendingMove } from '@/stores/moving/PendingMove'
import type { ItemChange } from '@/stores/items/lists/ChangesBus'
import { ItemMover } from '@/stores/moving/ItemMover'
import { makeFolder, makeItem } from '../support/factories'
import { refusal } from '../support/fakeServer'
import { startApp } from '../support/startApp'
import { settled } from '../support/until'

const MOVE = 'POST /apps/files/move'
const COPY = 'POST /apps/files/copy'
const EDIT = 'POST /apps/files/edit'
const GET_INFO = 'GET /apps/files/get_info'

const target = { folderId: 9, name: '资料' }
const answer = (items: Item[], later: { copying?: Item[]; moving?: Item[] } = {}) => ({
  error_type: null,
  current_path: [],
  new_parent: null,
  files_and_folders: items,
  async_copying_items: later.copying ?? [],
  async_moving_items: later.moving ?? [],
})

async function start() {
  const rig = await startApp()
  const changes: ItemChange[] = []
  rig.app.changes.subscribe((change) => changes.push(change))
  return { ...rig, changes, mover: new ItemMover(rig.app) }
}

describe('[ACT-09] [LIST-07] moving and copying', () => {
  test('a move notifies every list as moved, and a toast', async () => {
    const { app, server, changes, mover } = await start()
    const item = makeItem({ parent_folder_id: 5 })
    const moved = { ...item, parent_folder_id: 9 }
    server.on(MOVE, answer([moved]))
    expect(await mover.move([item], target)).toBe(true)
    expect(changes).toStrictEqual([{ type: 'moved', row: moved }])
    expect(app.feedback.currentToast?.message).toStrictEqual({ key: 'move.done', params: { name: '资料' } })
    expect(server.callsOf(MOVE)[0]?.request).toStrictEqual({
      item_typed_ids: [item.typed_id],
      target_folder_id: 9,
      department_id: undefined,
    })
  })

  test('a copy notifies the lists as added, and a department has its own id', async () => {
    const { server, changes, mover } = await start()
    const item = makeItem()
    const copy = makeItem({ id: 77 })
    server.on(COPY, answer([copy]))
    expect(await mover.copy([item], { folderId: 0, departmentId: 3, name: '教务处' })).toBe(true)
    expect(changes).toStrictEqual([{ type: 'added', row: copy }])
    expect(server.callsOf(COPY)[0]?.request).toStrictEqual({
      item_typed_ids: [item.typed_id],
      target_folder_id: 0,
      department_id: 3,
    })
  })

  test('a background job is reported, and no list changes', async () => {
    const { app, server, changes, mover } = await start()
    const item = makeFolder()
    server.on(COPY, answer([], { copying: [item] })).on(MOVE, answer([], { moving: [item] }))
    await mover.copy([item], target)
    expect(app.feedback.currentToast?.message).toStrictEqual({ key: 'copy.later' })
    await mover.move([item], target)
    expect([app.feedback.currentToast?.message, changes]).toStrictEqual([{ key: 'move.later' }, []])
  })

  test('a failure is reported, and no list changes', async () => {
    const { app, server, changes, mover } = await start()
    server.on(MOVE, refusal('target_folder_not_deleted'))
    expect(await mover.move([makeItem()], target)).toBe(false)
    expect([app.feedback.dialog?.text, changes]).toStrictEqual([{ text: '说明：target_folder_not_deleted' }, []])
  })
})

describe('[AH-09] undoing a move', () => {
  test('undo is offered with the toast, but not where the old folder is out of sight or a job moves', async () => {
    const { app, server, changes, mover } = await start()
    const item = makeItem({ parent_folder_id: 5, path: [{ typed_id: 'folder_5', name: '旧' }] })
    const moved = { ...item, parent_folder_id: 9 }
    server.on(MOVE, answer([moved]))
    await mover.move([item], target)
    const { action } = app.feedback.currentToast!
    expect(action?.label).toStrictEqual({ key: 'action.undo' })
    server.on(MOVE, answer([item]))
    action?.run()
    await settled()
    expect(changes.map((change) => change.type)).toStrictEqual(['moved', 'moved'])
    expect(server.callsOf(MOVE)[1]?.request).toStrictEqual({
      item_typed_ids: [item.typed_id],
      target_folder_id: 5,
      department_id: undefined,
    })
    expect(app.feedback.currentToast?.message).toStrictEqual({ key: 'move.undone' })
    server.on(MOVE, answer([], { moving: [item] }))
    await mover.move([item], target)
    expect(app.feedback.currentToast?.action).toBeUndefined()
  })

  test('each item returns to its old folder, and a renamed one gets its name back', async () => {
    const { app, server, changes, mover } = await start()
    const one = makeItem({ id: 1, name: 'a.txt', parent_folder_id: 5 })
    const other = makeItem({ id: 2, name: 'b.txt', parent_folder_id: 0 })
    server.on(MOVE, ({ item_typed_ids: ids, target_folder_id: parent }) =>
      answer(
        [one, other]
          .filter(({ typed_id }) => ids.includes(typed_id))
          .map((item) => ({ ...item, parent_folder_id: parent, name: item.id === 1 ? 'a (1).txt' : item.name })),
      ),
    )
    server.on(EDIT, ({ name }) => ({ item: { ...one, name } }))
    expect(await mover.moveBack([one, other])).toBe(true)
    const asked = server.callsOf(MOVE).map(({ request }) => [request.item_typed_ids, request.target_folder_id])
    expect(asked).toStrictEqual([
      [['file_1'], 5],
      [['file_2'], 0],
    ])
    expect(changes.map((change) => change.type === 'moved' && change.row.name)).toStrictEqual(['a.txt', 'b.txt'])
    expect(app.feedback.currentToast?.message).toStrictEqual({ key: 'move.undone' })
  })

  test('a name that is taken there by now stays', async () => {
    const { app, server, changes, mover } = await start()
    const item = makeItem({ id: 1, name: 'a.txt', parent_folder_id: 5 })
    server.on(MOVE, answer([{ ...item, name: 'a (1).txt' }])).on(EDIT, refusal('name_taken'))
    expect(await mover.moveBack([item])).toBe(true)
    expect([changes.map((change) => change.type === 'moved' && change.row.name), app.feedback.dialog]).toStrictEqual([
      ['a (1).txt'],
      null,
    ])
  })

  test('an item from a folder out of sight cannot return', async () => {
    const { server, mover } = await start()
    const item = makeItem({ parent_folder_id: 0, space: 'collab_space' })
    expect(mover.canMoveBack([item])).toBe(false)
    expect(await mover.moveBack([item])).toBe(false)
    expect(server.countOf(MOVE)).toBe(0)
  })
})

describe('items in the picker', () => {
  async function carrying(item: Item) {
    const rig = await start()
    rig.server.on(GET_INFO, { item })
    const pendingMove = new PendingMove(rig.app, 'move', item.typed_id)
    await pendingMove.find()
    return { ...rig, pendingMove }
  }

  const starts: [string, Partial<Item>, object][] = [
    ['its own space', { space: 'personal_space' }, { space: 'own' }],
    ['its department', { space: 'department_space', department_id: 3 }, { space: 'dept', id: 3 }],
    ['what is shared with him', { space: 'collab_space', department_id: null }, { space: 'collab' }],
  ]
  test.each(starts)('[PICK-01] the picker begins in %s', async (_place, differences, at) => {
    const { pendingMove } = await carrying(makeItem(differences))
    expect([pendingMove.phase, pendingMove.start]).toStrictEqual(['ready', at])
  })

  test('repeated taps move once, and a refusal keeps the items in the picker', async () => {
    const { server, pendingMove } = await carrying(makeItem())
    server.on(MOVE, refusal('permission_denied'))
    await Promise.all([pendingMove.putInto(target), pendingMove.putInto(target)])
    expect([server.countOf(MOVE), pendingMove.phase]).toStrictEqual([1, 'ready'])
    server.on(MOVE, answer([makeItem()]))
    await pendingMove.putInto(target)
    expect(pendingMove.phase).toBe('settled')
  })

  test('a deleted item is reported before the picker closes', async () => {
    const { app, server } = await start()
    server.on(GET_INFO, refusal('item_not_found'))
    const pendingMove = new PendingMove(app, 'copy', 'file_3')
    const finding = pendingMove.find()
    await settled()
    expect(pendingMove.phase).toBe('finding')
    app.feedback.answer(app.feedback.dialog!.id, true)
    await finding
    expect(pendingMove.phase).toBe('gone')
  })
})
