import { describe, expect, test } from '@jest/globals'
import { NoAnswer } from '@/platform/Platform'
import { continuePlayback } from '@/stores/previews/Playback'
import { until } from '../support/until'
import { INFO, start } from './startPreview'

describe('[PREV-09] a player whose address has ended', () => {
  async function playing() {
    const video = { extension: 'mp4', extension_category: 'video', type_icon: 'video' } as const
    const rig = await start(video, [{ preview_url: '/one' }, { preview_url: '/two' }, { preview_url: '/three' }])
    await rig.preview.open()
    rig.platform.clock.pass(1000)
    await until(() => rig.preview.phase === 'ready')
    return rig
  }

  test('gets another address and continues at the same second', async () => {
    const { preview } = await playing()
    preview.playback.seconds = 63
    await continuePlayback(preview)
    expect([preview.phase, preview.representation.info?.preview_url]).toStrictEqual(['ready', '/two'])
    preview.playback.seconds = 0
    expect([preview.playback.attempt, preview.playback.resumesAt]).toStrictEqual([1, 63])
  })

  test('continues again after it has played on', async () => {
    const { preview } = await playing()
    await continuePlayback(preview)
    preview.playback.seconds = 3600
    await continuePlayback(preview)
    expect([preview.phase, preview.playback.attempt]).toStrictEqual(['ready', 2])
  })

  test('is given up when it fails again at once', async () => {
    const { asks, preview } = await playing()
    const before = asks().length
    await continuePlayback(preview)
    preview.playback.seconds = 1
    await continuePlayback(preview)
    expect([preview.phase, preview.reason, asks().length - before]).toStrictEqual(['failed', 'media_not_support', 1])
  })

  test('offers to load again without a network', async () => {
    const { preview, server } = await playing()
    server.on(INFO, () => new NoAnswer('network'))
    await continuePlayback(preview)
    expect([preview.reason, preview.offers]).toStrictEqual(['network_error', ['reload']])
  })

  test('another file starts from its beginning', async () => {
    const { preview } = await playing()
    preview.playback.seconds = 63
    await preview.show({ fileId: 6 })
    expect([preview.playback.seconds, preview.playback.resumesAt]).toStrictEqual([0, null])
  })

  test('another file that fails early gets another address, too', async () => {
    const { preview } = await playing()
    await continuePlayback(preview)
    await preview.show({ fileId: 6 })
    expect(preview.playback.mayContinue()).toBe(true)
  })
})
