import { afterEach, expect, test } from '@jest/globals'
import { createElement as h, type ReactElement } from 'react'
import { ApiFailure } from '@/api/ApiFailure'
import { CommentsPanel } from '@/screens/comments/CommentsPanel'
import { AccessPanel } from '@/screens/members/AccessPanel'
import { MembersPanel } from '@/screens/members/MembersPanel'
import type { AppServices } from '@/stores/app/AppServices'
import { closingNotice } from '@/stores/previews/closingNotice'
import { refusal } from '../../stores/support/fakeServer'
import { startApp } from '../../stores/support/startApp'
import { settled } from '../../stores/support/until'
import { mountScreen, tap, type Mounted } from '../rig'

const ASK = 'POST /apps/access_requests/create'

let mounted: Mounted | undefined
afterEach(() => {
  mounted?.close()
  mounted = undefined
})

const overlaysOf = (app: AppServices) => ({ overlays: app.createOverlays(), onClose() {} })
const places: [place: string, screen: (app: AppServices) => ReactElement, wanted: string][] = [
  ['the comments', (app) => h(CommentsPanel, { typedId: 'file_12', ...overlaysOf(app) }), 'file_12'],
  [
    'the members',
    (app) => h(MembersPanel, { folderId: 3, name: '', onFiles() {}, onLeave() {}, ...overlaysOf(app) }),
    'folder_3',
  ],
  ['access', (app) => h(AccessPanel, { typedId: 'folder_3', ...overlaysOf(app) }), 'folder_3'],
]

for (const [place, screen, wanted] of places)
  test(`[AH-50] ${place} of an item that did not open offer to ask for access`, async () => {
    const { app, server } = await startApp()
    const missing = refusal('item_not_found')
    server
      .on('GET /apps/files/get_info', missing)
      .on('GET /apps/files/comments', missing)
      .on('GET /apps/folders/get_collab_info_on_item', missing)
      .on('GET /apps/files/who_can_see', missing)
      .on(ASK, {})
    mounted = await mountScreen(app, screen(app))
    await tap(mounted.box, '.ask .button')
    expect(server.callsOf(ASK).map(({ request }) => request.item_typed_id)).toStrictEqual([wanted])
    expect(mounted.box.querySelector('.ask-note[role=status]')).toBeTruthy()
  })

test('[AH-50] a preview that never opened offers to ask for access, and one that closed does not', async () => {
  const { app, server } = await startApp()
  server.on(ASK, {}).on('GET /apps/files/get_info', refusal('item_not_found'))
  const failure: unknown = await app.api
    .call('GET /apps/files/get_info', { item_typed_id: 'file_12' }, { quiet: true })
    .catch((error: unknown) => error)
  if (!(failure instanceof ApiFailure)) throw new Error('no refusal')
  for (const wasShown of [true, false]) {
    closingNotice(app, 12, failure, wasShown)()
    app.feedback.answer(app.feedback.dialog!.id, true)
    await settled()
  }
  expect(server.callsOf(ASK).map(({ request }) => request)).toStrictEqual([{ item_typed_id: 'file_12' }])
  expect(app.feedback.currentToast?.message).toStrictEqual({ key: 'ask.sent' })
})
