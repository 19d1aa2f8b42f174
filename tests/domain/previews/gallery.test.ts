import { describe, expect, test } from '@jest/globals'
import { NAVIGATION_SWIPE, SWIPE } from '@/domain/previews/limits'
import {
  toggleZoom,
  fitOf,
  setDirection,
  isDismissed,
  moveGesture,
  restingView,
  settle,
  settledRotation,
  settledScale,
  swipeOf,
  startGesture,
  turnOf,
  type PictureView,
} from '@/domain/previews/gallery'

const frame = { width: 400, height: 800 }
const photo = { width: 1000, height: 1000 }
const at = (x: number, y: number) => ({ x, y })
const rounded = (view: PictureView) => Object.values(view).map((value) => Math.round(value * 1000) / 1000 + 0)
const lying = (x: number, y: number, scale: number, rotation: number) => [x, y, scale, rotation]

describe('[PREV-19] a movement counts as a swipe within its limits', () => {
  // 1§9: swipe threshold 10 px (navigation 2), restraint 100 px, max time 800 ms (navigation 3000 ms)
  const rows: [
    string,
    { x: number; y: number; time: number },
    'next' | 'previous' | null,
    'next' | 'previous' | null,
  ][] = [
    ['a movement to the left', { x: -40, y: 0, time: 100 }, 'next', 'next'],
    ['a movement to the right', { x: 40, y: 0, time: 100 }, 'previous', 'previous'],
    ['a movement of 10 px', { x: -10, y: 0, time: 100 }, 'next', 'next'],
    ['a movement of 9 px', { x: -9, y: 0, time: 100 }, null, 'next'],
    ['a movement of 2 px', { x: 2, y: 0, time: 100 }, null, 'previous'],
    ['a movement of 1 px', { x: 1, y: 0, time: 100 }, null, null],
    ['a movement that strays by 100 px', { x: -40, y: 100, time: 100 }, 'next', 'next'],
    ['a movement that strays by 101 px', { x: -40, y: -101, time: 100 }, null, null],
    ['a movement of 800 ms', { x: -40, y: 0, time: 800 }, 'next', 'next'],
    ['a movement of 801 ms', { x: -40, y: 0, time: 801 }, null, 'next'],
    ['a movement of 3000 ms', { x: -40, y: 0, time: 3000 }, null, 'next'],
    ['a movement of 3001 ms', { x: -40, y: 0, time: 3001 }, null, null],
  ]
  for (const [what, drag, swipe, navigation] of rows) {
    test(`${what} turns to ${swipe ?? 'nothing'} in a picture and to ${navigation ?? 'nothing'} in navigation`, () => {
      expect([swipeOf(drag), swipeOf(drag, SWIPE), swipeOf(drag, NAVIGATION_SWIPE)]).toStrictEqual([
        swipe,
        swipe,
        navigation,
      ])
    })
  }
})

describe('[PREV-19] a drag turns the row of pictures, 300 px wide', () => {
  const rows: [string, { x: number; y: number; time: number }, 'next' | 'previous' | null][] = [
    ['a swipe', { x: -10, y: 0, time: 800 }, 'next'],
    ['a slow drag by a third of the width', { x: -100, y: 0, time: 801 }, 'next'],
    ['a slow drag by less than a third', { x: -99, y: 0, time: 801 }, null],
    ['a slow drag by a third to the right', { x: 100, y: 100, time: 3000 }, 'previous'],
    ['a slow drag by a third that strays too far', { x: 100, y: 101, time: 3000 }, null],
    ['a drag of more than three seconds', { x: -250, y: 0, time: 3001 }, null],
  ]
  for (const [what, drag, expected] of rows)
    test(`${what} turns to ${expected ?? 'nothing'}`, () => expect(turnOf(drag, 300)).toBe(expected))
})

describe('[PREV-06] a drag downwards closes a picture', () => {
  const rows: [string, { x: number; y: number; time: number }, boolean][] = [
    ['a slow drag farther than a swipe may stray', { x: 0, y: 101, time: 5000 }, true],
    ['a drag just as far as a swipe may stray', { x: 0, y: 100, time: 5000 }, false],
    ['a drag more across than down', { x: 120, y: 110, time: 300 }, false],
    ['a drag down and somewhat across', { x: -90, y: 160, time: 300 }, true],
    ['upwards', { x: 0, y: -300, time: 100 }, false],
    ['a flick', { x: 10, y: 40, time: 250 }, true],
    ['a flick too slow', { x: 0, y: 60, time: 251 }, false],
    ['a flick too short', { x: 0, y: 39, time: 100 }, false],
    ['a flick aside', { x: 30, y: 50, time: 100 }, false],
  ]
  for (const [what, drag, expected] of rows)
    test(`${what} closes the picture: ${expected}`, () => expect(isDismissed(drag)).toBe(expected))
})

describe('[PREV-06] a picture settles after the fingers are lifted', () => {
  for (const [scale, expected] of [
    [0.1, 0.8],
    [0.79, 0.8],
    [0.8, 0.8],
    [1, 1],
    [4.2, 4.2],
    [5, 5],
    [5.01, 3],
    [9, 3],
  ] as const) {
    test(`a picture pinched to ${scale} times settles at ${expected}`, () => expect(settledScale(scale)).toBe(expected))
  }
  for (const [turn, expected] of [
    [0, 0],
    [44, 0],
    [46, 90],
    [-46, -90],
    [134, 90],
    [136, 180],
    [271, 270],
    [359, 360],
  ] as const) {
    test(`a picture turned by ${turn} degrees settles at ${expected}`, () =>
      expect(settledRotation(turn) + 0).toBe(expected))
  }

  test('a picture leaves no gap that it could fill: at twice its size it may move by half of its overhang', () => {
    expect(rounded(settle({ x: 900, y: 900, scale: 2, rotation: 0 }, frame, photo))).toStrictEqual(lying(200, 0, 2, 0))
    expect(rounded(settle({ x: -900, y: -900, scale: 4, rotation: 0 }, frame, photo))).toStrictEqual(
      lying(-600, -400, 4, 0),
    )
    expect(rounded(settle({ x: 50, y: 50, scale: 1, rotation: 0 }, frame, photo))).toStrictEqual(lying(0, 0, 1, 0))
    expect(rounded(settle({ x: -150, y: 30, scale: 3, rotation: 0 }, frame, photo))).toStrictEqual(
      lying(-150, 30, 3, 0),
    )
  })

  test('a picture above five times its size springs back about the middle of the visible part', () => {
    expect(rounded(settle({ x: 200, y: 0, scale: 6, rotation: 0 }, frame, photo))).toStrictEqual(lying(100, 0, 3, 0))
  })

  test('a wide picture that was turned fits the frame again and may move along its new sides', () => {
    const wide = { width: 2000, height: 500 }
    expect(fitOf(frame, wide, 0)).toBe(1)
    expect(fitOf(frame, wide, 90)).toBe(2)
    expect(fitOf(frame, wide, -88)).toBe(2)
    expect(fitOf(frame, wide, 180)).toBe(1)
    expect(rounded(settle({ x: 900, y: 900, scale: 3, rotation: 92 }, frame, wide))).toStrictEqual(
      lying(100, 800, 3, 90),
    )
  })
})

describe('[PREV-06] fingers move, scale and turn a picture', () => {
  const begun = (view: PictureView, ...points: { x: number; y: number }[]) => startGesture(view, points, 0, null)

  test('one finger drags the row of pictures, or a picture that is larger than its frame', () => {
    const first = begun(restingView(), at(10, 10))
    expect(moveGesture(first, [at(-20, 15)])).toStrictEqual({ view: restingView(), across: -30 })
    const large = { ...restingView(), scale: 2 }
    expect(moveGesture(begun(large, at(10, 10)), [at(-20, 15)])).toStrictEqual({
      view: { ...large, x: -30, y: 5 },
      across: 0,
    })
  })

  test('one finger that moves down first drags the picture along and shrinks it', () => {
    const first = begun(restingView(), at(10, 10))
    expect(setDirection(first, [at(12, 17)]).direction).toBeNull()
    const down = setDirection(first, [at(15, 40)])
    expect(setDirection(down, [at(200, 41)]).direction).toBe('down')
    expect(moveGesture(down, [at(30, 210)])).toStrictEqual({
      view: { ...restingView(), x: 20, y: 200, scale: 0.8 },
      across: 0,
    })
    expect(moveGesture(down, [at(10, -300)]).view.scale).toBe(1)
    expect(moveGesture(down, [at(10, 5000)]).view.scale).toBe(0.5)
    const across = setDirection(first, [at(40, 15)])
    expect(moveGesture(across, [at(40, 210)])).toStrictEqual({ view: restingView(), across: 30 })
    expect(setDirection(first, [at(10, -40)]).direction).toBe('across')
  })

  test('an enlarged picture and two fingers never pull a picture down', () => {
    expect(setDirection(begun({ ...restingView(), scale: 2 }, at(10, 10)), [at(10, 90)]).direction).toBeNull()
    expect(setDirection(begun(restingView(), at(10, 10), at(90, 10)), [at(10, 90)]).direction).toBeNull()
  })

  test('two fingers at twice the distance double the size about their middle', () => {
    const { view } = moveGesture(begun(restingView(), at(50, 0), at(150, 0)), [at(0, 0), at(200, 0)])
    expect(rounded(view)).toStrictEqual(lying(-100, 0, 2, 0))
  })

  test('the picture turns with two fingers, also past half a turn', () => {
    const quarter = moveGesture(begun(restingView(), at(-50, 0), at(50, 0)), [at(0, -50), at(0, 50)])
    expect(rounded(quarter.view)).toStrictEqual(lying(0, 0, 1, 90))
    const across = moveGesture(begun(restingView(), at(50, -5), at(-50, 5)), [at(50, 5), at(-50, -5)])
    expect(Math.abs(across.view.rotation)).toBeLessThan(20)
  })

  test('the picture moves along with two fingers', () => {
    const { view } = moveGesture(begun(restingView(), at(-50, 0), at(50, 0)), [at(-30, 40), at(70, 40)])
    expect(rounded(view)).toStrictEqual(lying(20, 40, 1, 0))
  })

  test('one of two fingers that stays down does not drag the row', () => {
    const pinch = begun(restingView(), at(-50, 0), at(50, 0))
    const rest = startGesture(restingView(), [at(-50, 0)], 500, pinch)
    expect([rest.isPinch, moveGesture(rest, [at(60, 0)]).across]).toStrictEqual([true, 0])
  })

  test('two fingers in one place change nothing', () => {
    const { view } = moveGesture(begun(restingView(), at(0, 0), at(0, 0)), [at(0, 0), at(30, 0)])
    expect(Object.values(view).every(Number.isFinite)).toBe(true)
  })
})

describe('[PREV-06] a double tap', () => {
  test('a double tap shows the picture twice as large about the tapped point, and the next one restores it', () => {
    const large = toggleZoom(restingView(), at(60, 0), frame, photo)
    expect(rounded(large)).toStrictEqual(lying(-60, 0, 2, 0))
    expect(rounded(toggleZoom(large, at(10, 10), frame, photo))).toStrictEqual(lying(0, 0, 1, 0))
  })

  test('a double tap on a pinched picture restores its size and keeps its rotation', () => {
    expect(rounded(toggleZoom({ x: 40, y: 9, scale: 3.3, rotation: 90 }, at(0, 0), frame, photo))).toStrictEqual(
      lying(0, 0, 1, 90),
    )
    expect(rounded(toggleZoom({ x: 0, y: 0, scale: 0.8, rotation: 0 }, at(0, 0), frame, photo))).toStrictEqual(
      lying(0, 0, 1, 0),
    )
  })
})
