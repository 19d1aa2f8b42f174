import { describe, expect, test } from '@jest/globals'
import { PICTURE_SIDE } from '@/domain/limits'
import { NoAnswer, type PickedFile } from '@/platform/Platform'
import { ownPicture } from '@/stores/session/ownPicture'
import { platformSignedIn, startApp } from '../support/startApp'

const SET = 'POST /apps/users/set_picture'
const jpeg = '/9j/4AAQ'
const photo: PickedFile = { name: '自拍.jpg', size: 4_000_000, thumbnail: 'blob:1', source: {} }

async function start(base64: string | Error = jpeg) {
  const rig = await startApp(platformSignedIn('h5'))
  Object.assign(rig.platform, { picked: [photo], base64 })
  return { ...rig, picture: ownPicture(rig.app) }
}

describe('[CONT-03] the user’s own picture', () => {
  test('the phone draws the picture small, however large the photo is, saves it, and shows it beside the name', async () => {
    const { app, server, platform, picture } = await start()
    server.on(SET, { avatar: '/pic?s=1' })
    await picture.pick('media')
    expect([picture.isDraft, picture.picture, platform.sides]).toStrictEqual([true, 'blob:1', [PICTURE_SIDE]])
    expect(await picture.save()).toBe(true)
    expect(server.callsOf(SET)[0]?.request).toStrictEqual({ picture: jpeg })
    expect([app.sessionContext.user?.avatar, picture.address, picture.isDraft]).toStrictEqual([
      '/pic?s=1',
      '/pic?s=1',
      false,
    ])
  })

  test('removing the picture shows the letter again', async () => {
    const { app, server, picture } = await start()
    app.sessionContext.setPicture('/pic?s=1')
    server.on(SET, { avatar: null })
    expect(await picture.remove()).toBe(true)
    expect([app.sessionContext.user?.avatar, picture.address]).toStrictEqual([undefined, null])
  })

  test.each([
    ['that stays too large', '/9j/'.repeat(170_000), { key: 'logo.tooLarge', params: { n: 500 } }],
    ['of another kind', 'R0lGODlh', { key: 'logo.wrongKind' }],
  ])('a picture %s is reported', async (_what, base64, trouble) => {
    const { picture } = await start(base64)
    await picture.pick('media')
    expect([picture.isDraft, picture.error]).toStrictEqual([false, trouble])
  })

  test('a picture that cannot be sent is kept', async () => {
    const { server, picture } = await start()
    server.on(SET, new NoAnswer('network'))
    await picture.pick('media')
    expect(await picture.save()).toBe(false)
    expect(picture.isDraft).toBe(true)
  })
})
