import { describe, expect, test } from '@jest/globals'
import { measured, startMeter, timeLeft, type Meter } from '@/domain/uploads/speed'

/** Sends at a pace (bytes a second) for some seconds, with a sample every half second. */
function sending(meter: Meter, pace: number, seconds: number): Meter {
  let now = meter
  for (let i = 0; i < seconds * 2; i += 1) now = measured(now, now.loaded + pace / 2, now.at + 500)
  return now
}

function near(value: number | null, expected: number) {
  expect(value).not.toBeNull()
  expect(Math.abs(value! - expected)).toBeLessThan(expected / 100)
}

describe('a transfer has a speed', () => {
  test('the speed is unknown at first', () => expect(startMeter(0, 0).speed).toBeNull())
  test('the first sample sets the speed', () => expect(measured(startMeter(0, 0), 1000, 500).speed).toBe(2000))
  test('an even pace is the speed', () => near(sending(startMeter(0, 0), 1000, 20).speed, 1000))
  test('two thirds of a change show after three seconds', () => {
    near(sending(sending(startMeter(0, 0), 1000, 20), 4000, 3).speed, 1000 + 3000 * (1 - Math.exp(-1)))
  })
  test('one faster sample raises the speed, but not above the sample', () => {
    const before = sending(startMeter(0, 0), 1000, 20)
    const { speed } = measured(before, before.loaded + 2000, before.at + 500)
    expect(speed).not.toBe(null)
    expect(speed).toBeGreaterThan(1000)
    expect(speed).toBeLessThan(4000)
  })
  test('a stall lowers the speed', () => {
    const before = sending(startMeter(0, 0), 1000, 20)
    const { speed, at } = measured(before, before.loaded, before.at + 3000)
    near(speed, 1000 * Math.exp(-1))
    expect(at).toBe(before.at + 3000)
  })
  test('samples close together are joined', () => {
    const meter = startMeter(0, 0)
    expect(measured(meter, 900, 249)).toBe(meter)
    expect(measured(meter, 1000, 250).speed).toBe(4000)
  })
  test('a retry counts its bytes anew and keeps the speed', () => {
    const before = sending(startMeter(0, 0), 1000, 5)
    const again = measured(before, 0, before.at + 1000)
    expect([again.speed, again.loaded, again.at]).toStrictEqual([before.speed, 0, before.at + 1000])
  })
})

describe('a transfer has a time left', () => {
  test('the time left is unknown without a speed', () => expect(timeLeft(startMeter(0, 0), 1000)).toBeNull())
  test('the time left is unknown in a stall', () =>
    expect(timeLeft(measured(startMeter(0, 0), 0, 500), 1000)).toBeNull())
  test('the time left is rounded up to whole seconds', () =>
    expect(timeLeft(measured(startMeter(0, 0), 1000, 1000), 3500)).toBe(3))
  test('the time left is 0 at the end', () => expect(timeLeft(measured(startMeter(0, 0), 1000, 1000), 1000)).toBe(0))
})
