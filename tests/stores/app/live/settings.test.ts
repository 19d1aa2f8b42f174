import { expect, test } from '@jest/globals'
import { makeBaseInfo } from '../../support/factories'
import { status } from '../../support/fakeServer'
import { FIRST, liveRig } from '../../support/liveRig'

const INFO = 'GET /apps/users/get_base_info'

test('[AH-20] a switch of the organisation arrives without a reload, also when the first try to fetch it fails', async () => {
  const { app, live, line, pass, server } = await liveRig()
  live.watch({ name: 'comments_12', interval: 10_000, changed: async () => true })
  await pass(FIRST)
  const info = makeBaseInfo({ user_info: app.sessionContext.user })
  const asked = server.countOf(INFO)
  server.on(INFO, { ...info, view_flags: { ...info.view_flags, collaborative_document: true } })
  line().say('ready', 'b1 11')
  line().say('beat', 'b1 11')
  await pass(0)
  expect([server.countOf(INFO) - asked, app.sessionContext.viewFlags.collaborative_document]).toStrictEqual([0, false])
  server.on(INFO, status(500))
  line().say('beat', 'b1 22')
  await pass(0)
  expect(app.sessionContext.viewFlags.collaborative_document).toBe(false)
  server.on(INFO, { ...info, view_flags: { ...info.view_flags, collaborative_document: true } })
  line().say('beat', 'b1 22')
  await pass(0)
  expect(app.sessionContext.viewFlags.collaborative_document).toBe(true)
  line().say('beat', 'b1 22')
  await pass(0)
  expect(server.countOf(INFO) - asked).toBe(2)
})
