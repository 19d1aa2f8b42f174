import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { Dispatcher } from '../../../server/previews/Dispatcher'
import type { Maker, Watermarking, RenditionRequest } from '../../../server/previews/makers/Maker'
import type { PreviewState } from '../../../server/previews/Renditions'
import type { AskedKind } from '../../../server/previews/target'
import { watermarkOf } from '../../../server/previews/watermarks'

const made: PreviewState = {
  status: 'generated',
  progress: 1,
  reason: null,
  made: { key: 'k', size: 1, contentType: 'image/png' },
}
const target = { bodyId: 1, bodyKey: 'b', extension: 'mp4', size: 5 }
const watermark = watermarkOf({ id: 17, name: '王芳', login: 'wang' }, new Date(2026, 0, 2, 3, 4))

describe('[AH-24] the rendition that an actor gets', () => {
  let wishes: RenditionRequest[]
  let drawnOver: AskedKind[]
  beforeEach(() => {
    wishes = []
    drawnOver = []
  })

  const dispatcherOf = (way: Watermarking, state = made) => {
    const maker: Maker = {
      plans: ['video'],
      kinds: { video: way },
      jobs: [],
      ask: async (_target, wish) => {
        wishes.push(wish)
        return state
      },
    }
    const over = {
      ask: async (_target: unknown, kind: AskedKind) => {
        drawnOver.push(kind)
        return made
      },
    }
    return new Dispatcher([maker], over)
  }

  const cases: [Watermarking, RenditionRequest][] = [
    ['none', { kind: 'video', rendition: 'video', watermark: null }],
    ['copy', { kind: 'video', rendition: 'video_copy', watermark: null }],
    ['within', { kind: 'video', rendition: 'video@u17', watermark }],
    ['over', { kind: 'video', rendition: 'video', watermark: null }],
  ]
  for (const [way, wish] of cases) {
    test(`with a watermark, the maker’s way ${way} gives its rendition`, async () => {
      await dispatcherOf(way).ask(target, 'video', watermark, false)
      assert.deepEqual(wishes, [wish])
      assert.deepEqual(drawnOver, way === 'over' ? ['video'] : [])
    })

    test(`without a watermark, the maker’s way ${way} gives the plain rendition`, async () => {
      await dispatcherOf(way).ask(target, 'video', null, false)
      assert.deepEqual(wishes, [{ kind: 'video', rendition: 'video', watermark: null }])
      assert.deepEqual(drawnOver, [])
    })
  }

  test('a rendition in progress gets no watermark, and the plain rendition is not given out instead', async () => {
    const state = await dispatcherOf('over', { ...made, status: 'generating_uploaded' }).ask(
      target,
      'video',
      watermark,
      false,
    )
    assert.equal(state.made, null)
    assert.equal(state.status, 'generating_started')
    assert.deepEqual(drawnOver, [])
  })

  test('a kind without a maker answers not_support, an empty file answers empty', async () => {
    const dispatcher = dispatcherOf('none')
    assert.equal((await dispatcher.ask(target, 'pdf', null, false)).reason, 'not_support')
    assert.equal((await dispatcher.ask({ ...target, size: 0 }, 'video', null, false)).reason, 'empty')
    assert.deepEqual(wishes, [])
  })

  test('the watermark names the viewer and the hour', () => {
    assert.equal(watermark.actor, 'u17')
    assert.equal(watermark.text, '王芳 wang\n2026-01-02 11–12h UTC+8')
  })
})
