import { describe, expect, test } from '@jest/globals'
import type { Item, Role } from '@/contract/entities'
import { NoAnswer } from '@/platform/Platform'
import { PreviewRights } from '@/stores/previews/PreviewRights'
import { PreviewStore } from '@/stores/previews/PreviewStore'
import { makeItem, makePreviewInfo } from '../support/factories'
import { refusal } from '../support/fakeServer'
import { platformSignedIn, startApp } from '../support/startApp'

const INFO = 'GET /apps/representations/info'
const GET_INFO = 'GET /apps/files/get_info'

/** The preview of a colleague's file as an editor, and the rights that follow. */
async function look(becomes: Partial<Item> & { perm_download?: boolean; perm_preview?: boolean } = {}) {
  const rig = await startApp(platformSignedIn('h5'))
  const item = makeItem({ id: 5, final_role: 'editor', parent_folder_id: 3 })
  rig.server.on(GET_INFO, { item }).on(INFO, makePreviewInfo())
  const preview = new PreviewStore(rig.app, { fileId: 5 })
  await preview.open()
  rig.platform.clock.pass(100)
  const told: Role[] = []
  const rights = new PreviewRights(
    rig.app.api,
    3,
    () => preview,
    (role) => told.push(role),
  )
  const { perm_download = true, perm_preview = true, ...fields } = becomes
  const action_permissions = { ...item.action_permissions, perm_download, perm_preview }
  rig.server.on(GET_INFO, { item: { ...item, ...fields, action_permissions } })
  return { ...rig, preview, rights, told, asks: () => rig.server.callsOf(INFO).length }
}

describe('[AH-20] a preview follows changes of the rights to its file', () => {
  test('unchanged rights report nothing and keep the preview', async () => {
    const { rights, preview, told, asks } = await look()
    expect([await rights.again(), preview.phase, told, asks()]).toStrictEqual([true, 'ready', [], 1])
    expect(rights.at).toStrictEqual({ space: 'folder', id: 3 })
  })

  test('a user who may no longer download learns the new role, and sees the form that is still allowed', async () => {
    const { rights, preview, told, asks } = await look({ final_role: 'previewer', perm_download: false })
    await rights.again()
    expect([told, asks(), preview.item?.final_role]).toStrictEqual([['previewer'], 2, 'previewer'])
  })

  test('a forbidden preview disappears at once, and returns with the right', async () => {
    const { rights, server, preview, told } = await look({ final_role: 'uploader', perm_preview: false })
    await rights.again()
    expect([preview.phase, preview.reason, told]).toStrictEqual(['failed', 'permission_denied', ['uploader']])
    server.on(GET_INFO, { item: makeItem({ id: 5, final_role: 'viewer', parent_folder_id: 3 }) })
    await rights.again()
    expect([preview.phase, told]).toStrictEqual(['generating', ['uploader', 'viewer']])
  })

  test.each(['item_not_found', 'item_is_deleted', 'permission_denied'] as const)(
    'a file that is gone (%s) closes the preview, with its reason afterwards',
    async (code) => {
      const { rights, server, preview, app } = await look()
      server.on(GET_INFO, refusal(code, { text: '已无权访问' }))
      expect([await rights.again(), preview.phase]).toStrictEqual([true, 'closed'])
      preview.markSeen()
      preview.dispose()
      expect(app.feedback.dialog?.text).toStrictEqual({ text: '已无权访问' })
    },
  )

  test('without an answer all stays, and the check does not count', async () => {
    const { rights, server, preview } = await look()
    server.on(GET_INFO, new NoAnswer('network'))
    expect([await rights.again(), preview.phase]).toStrictEqual([false, 'ready'])
  })
})
