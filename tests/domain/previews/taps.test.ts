import { describe, expect, test } from '@jest/globals'
import { DOUBLE_TAP_INTERVAL } from '@/domain/previews/limits'
import { cancelPress, lift, noTaps, press, endWait, type Tap, type Taps } from '@/domain/previews/taps'

type Step = ['down' | 'up', at: number, x?: number, y?: number] | ['pan' | 'timer', at: number]

/** Plays presses and lifts. A `timer` step runs the timer that a first tap has started, 200 ms after its lift. */
function play(steps: readonly Step[]): string[] {
  let taps: Taps = noTaps
  const heard: string[] = []
  for (const [what, at, x = 100, y = 100] of steps) {
    const touch = { at, x, y }
    const outcomes: Record<typeof what, () => [Taps, Tap | null]> = {
      down: () => press(taps, touch, DOUBLE_TAP_INTERVAL),
      up: () => lift(taps, touch),
      pan: () => cancelPress(taps),
      timer: () => endWait(taps),
    }
    const [next, tap] = outcomes[what]()
    taps = next
    if (tap) heard.push(`${tap.kind} ${tap.x},${tap.y}`)
  }
  return heard
}

const table: [sentence: string, steps: Step[], heard: string[]][] = [
  [
    'a tap is not reported within 200 ms',
    [
      ['down', 0],
      ['up', 50],
    ],
    [],
  ],
  [
    'one tap is reported 200 ms later',
    [
      ['down', 0],
      ['up', 50],
      ['timer', 250],
    ],
    ['single 100,100'],
  ],
  [
    'two quick taps are a double tap',
    [
      ['down', 0],
      ['up', 50],
      ['down', 150],
      ['up', 200],
    ],
    ['double 100,100'],
  ],
  [
    'a press 200 ms after the first lift makes a double tap',
    [
      ['down', 0],
      ['up', 50],
      ['down', 250],
      ['up', 300],
    ],
    ['double 100,100'],
  ],
  [
    'a press 201 ms after the first lift makes two single taps',
    [
      ['down', 0],
      ['up', 50],
      ['down', 251],
      ['up', 300],
      ['timer', 500],
    ],
    ['single 100,100', 'single 100,100'],
  ],
  [
    'a press in time that is lifted late makes a double tap',
    [
      ['down', 0],
      ['up', 50],
      ['down', 240],
      ['timer', 250],
      ['up', 400],
    ],
    ['double 100,100'],
  ],
  [
    'three taps are a double tap and a single tap',
    [
      ['down', 0],
      ['up', 50],
      ['down', 100],
      ['up', 150],
      ['down', 200],
      ['up', 250],
      ['timer', 450],
    ],
    ['double 100,100', 'single 100,100'],
  ],
  [
    'the timer of the first tap reports nothing after the double tap',
    [
      ['down', 0],
      ['up', 50],
      ['down', 100],
      ['up', 150],
      ['timer', 250],
    ],
    ['double 100,100'],
  ],
  [
    'a second tap elsewhere makes two single taps',
    [
      ['down', 0],
      ['up', 50],
      ['down', 100, 300],
      ['up', 150, 300],
      ['timer', 350],
    ],
    ['single 100,100', 'single 300,100'],
  ],
  [
    'a second tap within the width of a finger makes a double tap',
    [
      ['down', 0],
      ['up', 50],
      ['down', 100, 130],
      ['up', 150, 130],
    ],
    ['double 130,100'],
  ],
  [
    'a finger that moves does not tap',
    [
      ['down', 0],
      ['up', 100, 100, 111],
      ['timer', 300],
    ],
    [],
  ],
  [
    'a finger that trembles taps',
    [
      ['down', 0],
      ['up', 100, 106, 108],
      ['timer', 300],
    ],
    ['single 106,108'],
  ],
  [
    'a long press does not tap',
    [
      ['down', 0],
      ['up', 501],
      ['timer', 701],
    ],
    [],
  ],
  [
    'a scroll does not tap',
    [
      ['down', 0],
      ['pan', 30],
      ['up', 200],
      ['timer', 400],
    ],
    [],
  ],
  [
    'a tap before a scroll is a single tap',
    [
      ['down', 0],
      ['up', 50],
      ['down', 100],
      ['pan', 130],
    ],
    ['single 100,100'],
  ],
]

describe('[PREV-07] single and double tap are told apart in 200 ms (1§9)', () => {
  test('the interval is 200 ms', () => expect(DOUBLE_TAP_INTERVAL).toBe(200))
  test.each(table)('%s', (_sentence, steps, heard) => expect(play(steps)).toStrictEqual(heard))
})
