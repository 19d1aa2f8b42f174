import { expect, test } from '@jest/globals'
import { refusal } from '../support/fakeServer'
import { startApp } from '../support/startApp'
import { TwoStepStore } from '@/stores/session/TwoStepStore'
import { settled } from '../support/until'

const LIST = 'GET /apps/files/file_list/{folderId}'
const INFO = 'GET /apps/files/get_info'

test('[ERR-01] calls that wait for the second step lead to the security settings once, and again after coming back', async () => {
  const { app, platform, server } = await startApp()
  server.on(LIST, () => refusal('force_two_step')).on(INFO, () => refusal('force_two_step'))
  const { navigate } = platform
  let arrive = () => {}
  const push = navigate.push.bind(navigate)
  navigate.push = async (place) => {
    await new Promise<void>((resolve) => (arrive = resolve))
    await push(place)
  }
  const ask = async () => {
    const calls = [
      app.api.call(LIST, { folderId: 0, folder_type: 'folder' }),
      app.api.call(INFO, { item_typed_id: 'file_5' }),
    ].map((call) => call.catch(() => 'refused'))
    await settled()
    arrive()
    expect(await Promise.all(calls)).toStrictEqual(['refused', 'refused'])
  }

  await ask()
  expect(navigate.stack.map(({ page }) => page)).toStrictEqual(['files', 'security'])
  await navigate.back()
  await ask()
  expect(navigate.stack.map(({ page }) => page)).toStrictEqual(['files', 'security'])
})

test('[ERR-01] a code typed with full-width digits is sent', async () => {
  const { app, server } = await startApp()
  server.on('GET /apps/users/two_step', {
    is_required: true,
    is_enrolled: true,
    is_passed: false,
    recovery_codes_left: null,
  })
  const store = new TwoStepStore(app)
  await store.load()
  server.on('POST /apps/users/two_step', refusal('wrong_code'))
  await store.enter('１２３４５６')
  expect(server.callsOf('POST /apps/users/two_step')[0]!.request.code).toBe('123456')
})
