import { describe, expect, test } from '@jest/globals'
import { CopyFailed } from '@/platform/Platform'
import { PrivacyRefused, PrivacyUndeclared } from '@/platform/privacyFailures'
import { copyLink } from '@/stores/shares/copyLink'
import { platformSignedIn, startApp } from '../support/startApp'
import { settled } from '../support/until'

const done = { key: 'link.copied' } as const

async function copy(name: 'h5' | 'weapp', clipboard: string | Error = '') {
  const rig = await startApp(platformSignedIn(name))
  const shown: string[] = []
  rig.platform.clipboard = clipboard
  await copyLink(rig.app, 'https://drive.test/share/a', done, (text) => shown.push(text))
  await settled()
  return { ...rig, shown, told: rig.app.feedback.currentToast?.message }
}

describe('copying a link', () => {
  test('[SHARE-11] [AH-08] [ERR-05] copying says that it is done', async () => {
    const { platform, shown, told } = await copy('h5')
    expect([platform.clipboard, shown, told]).toStrictEqual(['https://drive.test/share/a', [], done])
  })

  test('[SHARE-11] copying says nothing where the phone does', async () => {
    const { platform, told } = await copy('weapp')
    expect([platform.clipboard, told]).toStrictEqual(['https://drive.test/share/a', undefined])
  })

  test('[SHARE-11] without a clipboard the text is shown to be copied by hand, and nothing claims a copy', async () => {
    const { shown, told } = await copy('h5', new CopyFailed())
    expect([shown, told]).toStrictEqual([['https://drive.test/share/a'], undefined])
  })

  test('[AH-29] a refused privacy authorisation is explained', async () => {
    const { shown, told } = await copy('weapp', new PrivacyRefused())
    expect([shown, told]).toStrictEqual([[], { key: 'share.refused' }])
  })

  test('[AH-29] an interface that the guide does not declare is shown and reported', async () => {
    const { server, told } = await copy('weapp', new PrivacyUndeclared('setClipboardData'))
    expect(told).toStrictEqual({ key: 'privacy.undeclared' })
    expect(server.countOf('POST /apps/logs/action')).toBe(1)
  })
})
