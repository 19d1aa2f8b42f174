import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { asOwner, make, remove, RESTORE, shared, startTrashServer, typed } from './trashServer'

/* decisions 100: restoring an item whose folder somebody else deleted. */

let now = Date.UTC(2026, 8, 1)

startTrashServer(
  () => new Date(now),
  () => (now += 60_000),
)

describe('[ERR-04] an editor restores an item after the owner deleted the folder around it', () => {
  for (const [what, colleague] of [
    ['an external editor', async () => make.user()],
    ['a colleague', async () => undefined],
  ] as const) {
    test(`${what} is told that the folder is gone, not to restore what only the owner can restore`, async () => {
      const { folder, client: editor } = await shared('editor', await colleague())
      const inner = await make.folder({ parent: folder })
      const [file, deep] = [await make.file({ parent: folder }), await make.file({ parent: inner })]
      await remove(editor, file, deep)
      await remove(asOwner, folder)
      for (const item of [file, deep]) {
        const { entry } = await editor.refused(RESTORE, typed(item), 'external_item_parent_missing')
        assert.equal(entry.error_type, undefined)
      }
      await asOwner.call(RESTORE, typed(folder))
      await editor.call(RESTORE, typed(file, deep))
    })
  }

  test('an editor who deleted the folder themself is told to restore the folder first', async () => {
    const { folder, client: editor } = await shared('editor')
    const inner = await make.folder({ parent: folder })
    const file = await make.file({ parent: inner })
    await remove(editor, file)
    await remove(editor, inner)
    await editor.refused(RESTORE, typed(file), 'target_folder_not_deleted')
    await editor.call(RESTORE, typed(inner, file))
  })

  test('the owner is told to restore the folder first, whoever deleted it', async () => {
    const { folder, client: editor } = await shared('editor')
    const inner = await make.folder({ parent: folder })
    const file = await make.file({ parent: inner })
    await remove(asOwner, file)
    await remove(editor, inner)
    await asOwner.refused(RESTORE, typed(file), 'target_folder_not_deleted')
  })
})
