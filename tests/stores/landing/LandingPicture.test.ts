import { expect, test } from '@jest/globals'
import { NoAnswer } from '@/platform/Platform'
import { LandingPicture } from '@/stores/landing/LandingPicture'
import { makeItem } from '../support/factories'
import { platformSignedOut, startApp } from '../support/startApp'
import { INFO, NAME, makeProcess, startVisit } from '../support/visits'

const SIBLING = 'GET /apps/files/get_sibling'

/** @param address in the link's answer @param renewed in the answer to the next request */
async function start(address: string | null, renewed: string | null = null) {
  const rig = await startApp(platformSignedOut())
  const { visit } = startVisit(rig)
  const item = makeItem({ id: 5, name: '合影.jpg' })
  rig.server
    .on(INFO, { process: makeProcess({ item, picture_url: address }), share_grant: 'g1' })
    .on(SIBLING, { siblings: [], item: { ...item, preview_url: renewed }, sibling: null })
  await visit.open(null)
  return { ...rig, picture: new LandingPicture({ ...rig.app, api: visit.api }, 5, visit.process!.picture_url) }
}

test('[LAND-05] the picture of a link loads from the link’s address, without another call', async () => {
  const { picture, server } = await start('/api/p?s=1')
  expect([picture.address, picture.phase]).toStrictEqual(['/api/p?s=1', 'loading'])
  picture.onLoad()
  expect(picture.phase).toBe('shown')
  expect(server.callsOf(SIBLING)).toHaveLength(0)
})

test('[LAND-05] an expired address is renewed in the name of the link, once', async () => {
  const { picture, server } = await start('/api/p?s=1', '/api/p?s=2')
  await picture.onError()
  expect([picture.address, picture.phase]).toStrictEqual(['/api/p?s=2', 'loading'])
  expect(server.callsOf(SIBLING)[0]!.request).toMatchObject({ file_id: 5, scenario: 'share', share_link_token: NAME })
  await picture.onError()
  expect([picture.address, picture.phase]).toStrictEqual([null, 'failed'])
  expect(server.callsOf(SIBLING)).toHaveLength(1)
})

test('the viewers report a picture that cannot be made, does not load or is refused', async () => {
  const none = await start(null)
  const cut = await start('/api/p?s=1')
  cut.server.on(SIBLING, () => new NoAnswer('network'))
  await cut.picture.onError()
  const gone = await start('/api/p?s=1', null)
  await gone.picture.onError()
  for (const { picture } of [none, cut, gone]) expect([picture.address, picture.phase]).toStrictEqual([null, 'failed'])
})
