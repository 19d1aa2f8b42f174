import { describe, expect, test } from '@jest/globals'
import { offersReading } from '@/stores/previews/reading/offersReading'
import { start } from './startPreview'

describe('[AH-38] a document that asks for a password', () => {
  test('[PREV-07] stays on its unlocked pages and says why; another file is offered again', async () => {
    const { preview, platform, asks } = await start(
      { name: 'locked.pdf', extension: 'pdf', extension_category: 'pdf' },
      [{ preview_type: 'pdf' }],
    )
    await preview.open()
    platform.clock.pass(100)
    preview.password.ask(false, () => preview.onViewerShown())
    preview.reading.onPassword()
    preview.password.give('right')
    expect(offersReading(preview)).toBe(true)
    await preview.preferPages(false)
    expect([preview.viewer, preview.phase, preview.password.state]).toStrictEqual([{ viewer: 'pdf' }, 'ready', null])
    expect([offersReading(preview), preview.reading.refusal, asks().length]).toStrictEqual([false, 'locked', 1])
    await preview.show({ fileId: 6 })
    expect(preview.reading.refusal).toBe(null)
  })
})
