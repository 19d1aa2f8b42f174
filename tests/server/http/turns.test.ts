import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CallTurns } from '../../../server/http/turns'
import { KeyedSemaphore } from '../../../server/limits/KeyedSemaphore'
import { gate } from '../../support/uploads/upload'

describe('turns on several levels', () => {
  /** Starts tasks in order and returns the order in which they begin; each task ends before the next may begin. */
  async function orderOf(turns: KeyedSemaphore<string>, keys: readonly (readonly string[])[]) {
    const begun: string[] = []
    const over = gate()
    const tasks = keys.map((key) =>
      turns.run(key, async () => {
        begun.push(key.join(''))
        await over.opened
      }),
    )
    over.open()
    await Promise.all(tasks)
    return begun
  }

  test('go round the enterprises, then round the users of each', async () => {
    const turns = new KeyedSemaphore<string>([1, 1], 1)
    const many = (count: number, ...key: string[]) => Array.from({ length: count }, () => key)
    const keys = [...many(4, 'a', '1'), ...many(2, 'a', '2'), ...many(2, 'b', '1')]
    assert.deepEqual(await orderOf(turns, keys), ['a1', 'a1', 'b1', 'a2', 'b1', 'a1', 'a2', 'a1'])
  })

  test('respect the limit of every level, and free every place again', async () => {
    const turns = new KeyedSemaphore<string>([3, 2], 4)
    const taken = (...key: string[]) => turns.tryAcquire(key)
    const held = [taken('a', '1'), taken('a', '1'), taken('a', '2'), taken('b', '1')]
    assert.ok(held.every((release) => release !== null))
    for (const key of [
      ['a', '1'],
      ['a', '2'],
      ['b', '1'],
      ['c', '1'],
    ])
      assert.equal(turns.tryAcquire(key), null)
    for (const release of held) {
      release!()
      release!()
    }
    const again = [taken('a', '1'), taken('a', '1'), taken('a', '2'), taken('b', '1')]
    assert.ok(again.every((release) => release !== null))
    again[3]!()
    assert.equal(taken('a', '2'), null)
    assert.notEqual(taken('b', '2'), null)
  })

  test('a failing task frees its place', async () => {
    const turns = new KeyedSemaphore<string>([1, 1], 1)
    await assert.rejects(turns.run(['a', '1'], () => Promise.reject(new Error('failed'))))
    assert.equal(await turns.run(['b', '1'], () => Promise.resolve('next')), 'next')
  })
})

describe('the turns of calls', () => {
  /** The number of places that keys can hold at the same time. */
  function placesOf(turn: KeyedSemaphore<string>, keyOf: (n: number) => string[]): number {
    const held: (() => void)[] = []
    while (held.length < 1000) {
      const release = turn.tryAcquire(keyOf(held.length))
      if (!release) break
      held.push(release)
    }
    for (const release of held) release()
    return held.length
  }

  for (const [kind, turn] of Object.entries(new CallTurns()) as [keyof CallTurns, KeyedSemaphore<string>][])
    test(`of the kind ${kind} are limited, and neither one party nor its enterprise or site takes all`, () => {
      // Before the session is known, the token is a level of its own.
      const token = kind === 'pages' || kind === 'sessions' ? ['token'] : []
      const all = placesOf(turn, (n) => [`group ${n}`, `one ${n}`, ...token])
      const group = placesOf(turn, (n) => ['group', `one ${n}`, ...token])
      const one = placesOf(turn, () => ['group', 'one', ...token])
      assert.ok(one <= group && group < all && all < 100, [one, group, all].join())
      if (kind === 'writes') assert.ok(group <= all / 2, 'an enterprise gets more than half of the places for writing')
    })
})
