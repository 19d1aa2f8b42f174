import { describe, expect, test } from '@jest/globals'
import { createOverlayHost } from '@/platform/weapp/overlays'
import { OverlayStore } from '@/stores/app/OverlayStore'

function start() {
  const host = createOverlayHost()
  return { host, overlays: new OverlayStore(host) }
}

describe('overlays of a page (the mechanism of RT-06)', () => {
  test('opening adds a flag with its value, and closing removes exactly that overlay', async () => {
    const { overlays } = start()
    overlays.show('actionsheet', 'file_3')
    overlays.show('createrename', 'file_3')
    expect([overlays.depth, overlays.valueFor('actionsheet'), overlays.valueFor('createrename')]).toStrictEqual([
      2,
      'file_3',
      'file_3',
    ])
    await overlays.closeTop()
    expect([overlays.depth, overlays.valueFor('createrename')]).toStrictEqual([1, undefined])
    await overlays.close('actionsheet')
    expect(overlays.depth).toBe(0)
  })

  test('closing an overlay closes those above it, as going back does', async () => {
    const { overlays } = start()
    overlays.show('preview', '1', { file_id: '3' })
    overlays.show('actionsheet', 'file_3')
    await overlays.close('preview')
    expect(overlays.depth).toBe(0)
  })

  test('the store follows going back', () => {
    const { host, overlays } = start()
    overlays.show('filenav')
    void host.close('filenav')
    expect(overlays.valueFor('filenav')).toBeUndefined()
  })

  test('replacing a value adds no step', () => {
    const { overlays } = start()
    overlays.show('preview', '1', { file_id: '3' })
    overlays.replace('preview', '1', { file_id: '4' })
    expect([overlays.depth, overlays.companionsOf('preview')]).toStrictEqual([1, { file_id: '4' }])
    overlays.replace('sort', '1')
    expect(overlays.valueFor('sort')).toBeUndefined()
  })

  test('closing an overlay that is not open changes nothing', async () => {
    const { host, overlays } = start()
    let steps = 0
    host.close = async () => void (steps += 1)
    await overlays.close('sort')
    await overlays.closeTop()
    expect(steps).toBe(0)
  })
})

describe('levels inside a picker', () => {
  test('each level is a step back of its own, and leaving one removes the levels above', async () => {
    const { host, overlays } = start()
    overlays.show('movecopy', 'move:file_3')
    overlays.enter('folder_1', '资料')
    overlays.enter('folder_2', '2026')
    overlays.show('createfolder')
    expect(overlays.levels.map(({ value, companions }) => [value, companions.name])).toStrictEqual([
      ['folder_1', '资料'],
      ['folder_2', '2026'],
    ])
    await overlays.closeTop()
    await host.close('level2')
    expect(overlays.levels.map(({ value }) => value)).toStrictEqual(['folder_1'])
    overlays.enter('department_3', '教务处')
    overlays.show('selectnav')
    await overlays.leaveLevels()
    expect([overlays.depth, overlays.valueFor('movecopy')]).toStrictEqual([1, 'move:file_3'])
    await overlays.leaveLevels()
    expect(overlays.depth).toBe(1)
  })
})

describe('companions (the mechanism of RT-10)', () => {
  test('an overlay opens only with its companion, and adds no step otherwise', () => {
    const { host, overlays } = start()
    const opened: object[] = []
    host.open = (overlay) => void opened.push(overlay.companions)
    overlays.show('preview')
    overlays.show('preview', '1', { file_id: '' })
    overlays.show('preview', '1', { file_id: '3' })
    expect(opened).toStrictEqual([{ file_id: '3' }])
  })

  test('a flag without its companion, or unknown, is dropped with what lies above it', () => {
    for (const flag of ['preview', 'moonphase']) {
      const host = createOverlayHost()
      host.open({ flag: 'filenav', value: '1', companions: {} })
      host.open({ flag, value: '1', companions: {} })
      host.open({ flag: 'sort', value: '1', companions: {} })
      const overlays = new OverlayStore(host)
      expect([overlays.open, host.list()].map((open) => open.map((overlay) => overlay.flag))).toStrictEqual([
        ['filenav'],
        ['filenav'],
      ])
    }
  })
})
