import { expect, test } from '@jest/globals'
import { NoAnswer } from '@/platform/Platform'
import { VisitPicture } from '@/stores/visit/VisitPicture'
import { makeItem } from '../support/factories'
import { platformSignedOut, startApp } from '../support/startApp'
import { INFO, NAME, makeProcess, startVisit } from '../support/visits'

const SIBLING = 'GET /apps/files/get_sibling'

async function start(address: string | null) {
  const rig = await startApp(platformSignedOut())
  const { visit } = startVisit(rig)
  const item = { ...makeItem({ id: 5, name: '合影.jpg' }), preview_url: address }
  rig.server
    .on(INFO, { process: makeProcess({ item }), share_grant: 'g1' })
    .on(SIBLING, { siblings: [], item, sibling: null })
  await visit.open(null)
  return { ...rig, picture: new VisitPicture({ ...rig.app, api: visit.api }, 5) }
}

test('[LAND-05] the picture of a link is asked for in its name, and there once it was fetched', async () => {
  const { picture, server } = await start('/api/p?s=1')
  await picture.open()
  expect([picture.address, picture.phase]).toStrictEqual(['/api/p?s=1', 'loading'])
  expect(server.callsOf(SIBLING)[0]!.request).toMatchObject({ file_id: 5, scenario: 'share', share_link_token: NAME })
  picture.loaded()
  expect(picture.phase).toBe('shown')
})

test('one that cannot be made, does not come or is refused leaves it to the viewers to say why', async () => {
  const none = await start(null)
  await none.picture.open()
  const cut = await start('/api/p?s=1')
  cut.server.on(SIBLING, () => new NoAnswer('network'))
  await cut.picture.open()
  const broken = await start('/api/p?s=1')
  await broken.picture.open()
  broken.picture.fail()
  for (const { picture } of [none, cut, broken])
    expect([picture.address, picture.phase]).toStrictEqual([null, 'failed'])
})
