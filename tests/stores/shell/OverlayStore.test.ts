import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createOverlayHost } from '@/platform/weapp/overlays'
import { OverlayStore } from '@/stores/shell/OverlayStore'

function start() {
  const host = createOverlayHost()
  return { host, overlays: new OverlayStore(host) }
}

describe('overlays of a page (the mechanism of RT-06)', () => {
  test('opening adds a flag with its value, closing takes exactly that overlay', async () => {
    const { overlays } = start()
    overlays.show('actionsheet', 'file_3')
    overlays.show('createrename', 'file_3')
    assert.deepEqual(
      [overlays.depth, overlays.valueFor('actionsheet'), overlays.valueFor('createrename')],
      [2, 'file_3', 'file_3'],
    )
    await overlays.closeTop()
    assert.deepEqual([overlays.depth, overlays.valueFor('createrename')], [1, undefined])
    await overlays.close('actionsheet')
    assert.equal(overlays.depth, 0)
  })

  test('closing one closes those above it, as going back does', async () => {
    const { overlays } = start()
    overlays.show('preview', '1', { file_id: '3' })
    overlays.show('actionsheet', 'file_3')
    await overlays.close('preview')
    assert.equal(overlays.depth, 0)
  })

  test('going back is heard', () => {
    const { host, overlays } = start()
    overlays.show('filenav')
    void host.close('filenav')
    assert.equal(overlays.valueFor('filenav'), undefined)
  })

  test('a value is replaced without a further step', () => {
    const { overlays } = start()
    overlays.show('preview', '1', { file_id: '3' })
    overlays.replace('preview', '1', { file_id: '4' })
    assert.deepEqual([overlays.depth, overlays.companionsOf('preview')], [1, { file_id: '4' }])
    overlays.replace('sort', '1')
    assert.equal(overlays.valueFor('sort'), undefined)
  })

  test('closing what is not open, or anything when nothing is, goes nowhere', async () => {
    const { host, overlays } = start()
    let steps = 0
    host.close = async () => void (steps += 1)
    await overlays.close('sort')
    await overlays.closeTop()
    assert.equal(steps, 0)
  })
})

describe('places gone into inside a picker', () => {
  test('each is a step back of its own, and leaving takes what lies above along', async () => {
    const { host, overlays } = start()
    overlays.show('movecopy', 'move:file_3')
    overlays.enter('folder_1', '资料')
    overlays.enter('folder_2', '2026')
    overlays.show('createfolder')
    assert.deepEqual(
      overlays.levels.map(({ value, companions }) => [value, companions.name]),
      [
        ['folder_1', '资料'],
        ['folder_2', '2026'],
      ],
    )
    await overlays.closeTop()
    await host.close('level2')
    assert.deepEqual(
      overlays.levels.map(({ value }) => value),
      ['folder_1'],
    )
    overlays.enter('department_3', '教务处')
    overlays.show('selectnav')
    await overlays.leaveLevels()
    assert.deepEqual([overlays.depth, overlays.valueFor('movecopy')], [1, 'move:file_3'])
    await overlays.leaveLevels()
    assert.equal(overlays.depth, 1)
  })
})

describe('companions (the mechanism of RT-10)', () => {
  test('an overlay opens only with its companion, without a step to take back', () => {
    const { host, overlays } = start()
    const opened: object[] = []
    host.open = (overlay) => void opened.push(overlay.companions)
    overlays.show('preview')
    overlays.show('preview', '1', { file_id: '' })
    overlays.show('preview', '1', { file_id: '3' })
    assert.deepEqual(opened, [{ file_id: '3' }])
  })

  test('a flag without its companion, or unknown, is dropped with what lies above it', () => {
    for (const flag of ['preview', 'moonphase']) {
      const host = createOverlayHost()
      host.open({ flag: 'filenav', value: '1', companions: {} })
      host.open({ flag, value: '1', companions: {} })
      host.open({ flag: 'sort', value: '1', companions: {} })
      const overlays = new OverlayStore(host)
      assert.deepEqual(
        [overlays.open, host.list()].map((open) => open.map((overlay) => overlay.flag)),
        [['filenav'], ['filenav']],
      )
    }
  })
})
