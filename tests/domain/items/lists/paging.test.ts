import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  addOnTop,
  requestFirst,
  requestNext,
  applyFailure,
  noRows,
  applyPage,
  replaceInPlace,
  withoutRow,
  wantsMore,
  type PagedRows,
  type Keyed,
} from '@/domain/items/lists/paging'

const rowsOf = (from: number, to: number): Keyed[] =>
  Array.from({ length: to - from }, (_, i) => ({ typed_id: `file_${from + i}` }))
const ids = (held: PagedRows<Keyed>) => held.rows.map((row) => Number(row.typed_id.slice(5)))

function answeredWith(held: PagedRows<Keyed>, rows: Keyed[], total: number): PagedRows<Keyed> {
  expect(held.asked).toBeTruthy()
  return applyPage(held, held.asked!, { rows, total })
}

const firstOf60 = answeredWith(requestFirst(noRows<Keyed>()), rowsOf(0, 25), 60)

describe('offset paging (1§4, LIST-03)', () => {
  test('a list begins empty, without a request or a failure', () => {
    const { rows, offset, total, asked, isComplete, hasFailed } = noRows()
    const begun = { rows: [], offset: 0, total: null, asked: null, isComplete: false, hasFailed: false }
    expect({ rows, offset, total, asked, isComplete, hasFailed }).toStrictEqual(begun)
  })
  test('a page has 25 rows', () => expect(requestFirst(noRows()).asked).toStrictEqual({ offset: 0, limit: 25 }))
  test('the frequent list requests 100', () =>
    expect(requestFirst(noRows(), 100).asked).toStrictEqual({ offset: 0, limit: 100 }))
  test('the next page starts where the last ended', () =>
    expect(requestNext(firstOf60).asked).toStrictEqual({ offset: 25, limit: 25 }))
  test('offset 0 replaces the rows', () =>
    expect(ids(answeredWith(requestFirst(firstOf60), rowsOf(100, 103), 3))).toStrictEqual([100, 101, 102]))
  test('other offsets append', () =>
    expect(ids(answeredWith(requestNext(firstOf60), rowsOf(25, 50), 60)).slice(-2)).toStrictEqual([48, 49]))
  test('the rows stay until the answer', () => expect(requestFirst(firstOf60).rows).toHaveLength(25))
  test('known rows are not repeated', () => {
    expect(ids(answeredWith(requestNext(firstOf60), rowsOf(23, 48), 62))).toStrictEqual(
      Array.from({ length: 48 }, (_, i) => i),
    )
  })
  test('one page is requested at a time', () => {
    const asking = requestNext(firstOf60)
    expect(requestNext(asking)).toBe(asking)
  })
  test('25 + 25 + 10 are all, and then nothing is requested', () => {
    const second = answeredWith(requestNext(firstOf60), rowsOf(25, 50), 60)
    expect(second.isComplete).toBe(false)
    const third = answeredWith(requestNext(second), rowsOf(50, 60), 60)
    expect(third.isComplete).toBe(true)
    expect(requestNext(third)).toBe(third)
  })
  test('an empty page ends the list, whatever total it claims', () => {
    expect(answeredWith(requestNext(firstOf60), [], 60).isComplete).toBe(true)
  })
  test('an answer that is no longer expected changes nothing', () => {
    const asking = requestNext(firstOf60)
    const again = requestFirst(asking)
    expect(asking.asked).toBeTruthy()
    expect(applyPage(again, asking.asked!, { rows: rowsOf(25, 50), total: 60 })).toBe(again)
    expect(applyFailure(again, asking.asked!)).toBe(again)
  })
})

describe('the time of the next page', () => {
  const at = (scrollTop: number, viewportHeight = 640) => ({ scrollTop, viewportHeight, rowHeight: 64 })
  const table: [sentence: string, held: PagedRows<Keyed>, view: ReturnType<typeof at>, wants: boolean][] = [
    ['ahead, within one viewport of the bottom', firstOf60, at(320), true],
    ['not before', firstOf60, at(319), false],
    ['at the latest within 100 px of it, however low the viewport', firstOf60, at(1460, 40), true],
    ['not before that', firstOf60, at(1459, 40), false],
    ['not while one is in flight', requestNext(firstOf60), at(960), false],
    ['not when all are there', answeredWith(requestFirst(noRows<Keyed>()), rowsOf(0, 25), 25), at(960), false],
    ['not before the first page', noRows<Keyed>(), at(960), false],
  ]
  test.each(table)('%s', (_sentence, held, view, wants) => expect(wantsMore(held, view)).toBe(wants))

  test('a failed page is not requested by itself, and a retry clears the failure', () => {
    const asking = requestNext(firstOf60)
    expect(asking.asked).toBeTruthy()
    const broken = applyFailure(asking, asking.asked!)
    expect(broken.hasFailed).toBe(true)
    expect(wantsMore(broken, at(960))).toBe(false)
    expect(requestNext(broken).asked).toStrictEqual({ offset: 25, limit: 25 })
    expect(requestNext(broken).hasFailed).toBe(false)
  })
})

describe('paging while rows come and go', () => {
  test('after a removal the next page starts one earlier', () => {
    expect(requestNext(withoutRow(firstOf60, 'file_3')).asked).toStrictEqual({ offset: 24, limit: 25 })
  })
  test('after removing all rows it starts at the top, never before', () => {
    const held = rowsOf(0, 25).reduce((list, row) => withoutRow(list, row.typed_id), firstOf60)
    expect([held.offset, held.total, held.rows.length]).toStrictEqual([0, 35, 0])
    expect(withoutRow(held, 'file_3').offset).toBe(0)
  })
  test('an added row counts in the total', () => expect(addOnTop(firstOf60, { typed_id: 'file_99' }).total).toBe(61))
  test('a pending next page is dropped and requested again', () => {
    const asking = requestNext(firstOf60)
    expect(asking.asked).toBeTruthy()
    const back = withoutRow(asking, 'file_3')
    expect(applyPage(back, asking.asked!, { rows: rowsOf(25, 50), total: 60 })).toBe(back)
    expect(wantsMore(back, { scrollTop: 960, viewportHeight: 640, rowHeight: 64 })).toBe(true)
  })
  test('a pending first page does not restore a removed row', () => {
    const back = withoutRow(requestFirst(firstOf60), 'file_3')
    const held = answeredWith(back, rowsOf(0, 25), 60)
    expect([held.rows.length, held.offset, held.total]).toStrictEqual([24, 24, 59])
    expect(ids(held)).not.toContain(3)
  })
  test('a pending first page neither drops an added row nor reverts a change', () => {
    const changed = { typed_id: 'file_4', name: 'new' }
    const disturbed = replaceInPlace(addOnTop(requestFirst(firstOf60), { typed_id: 'file_99' }), changed, false)
    const held = answeredWith(disturbed, rowsOf(0, 25), 60)
    expect(ids(held).slice(0, 3)).toStrictEqual([99, 0, 1])
    expect(held.rows[5]).toBe(changed)
  })
  test('the server’s answer decides about changes before the request', () => {
    const held = answeredWith(requestFirst(addOnTop(firstOf60, { typed_id: 'file_99' })), rowsOf(0, 25), 60)
    expect(ids(held).slice(0, 2)).toStrictEqual([0, 1])
  })
})

type Step = { do: 'ask' | 'refresh' | 'answer' | 'lose' } | { do: 'insert' | 'remove' | 'move'; at: number; to: number }

/** A list over a server that only this client changes. The server reads an answer at the request (`early`) or on arrival. */
class World {
  held = requestFirst(noRows<Keyed>(), 10)
  private ask = this.held.asked
  private asOfAsk: readonly Keyed[]
  private fresh = 1000

  constructor(
    public server: Keyed[],
    private readonly isEarly: boolean,
  ) {
    this.asOfAsk = server
  }

  run(step: Step) {
    switch (step.do) {
      case 'ask':
        return this.held.total === null ? undefined : this.send(requestNext(this.held, 10))
      case 'refresh':
        return this.send(requestFirst(this.held, 10))
      case 'answer':
        return this.answer()
      case 'lose':
        return this.lose()
      case 'insert':
        return this.insert(step.to)
      case 'remove':
        return this.remove(this.rowAt(step.at))
      case 'move':
        return this.move(this.rowAt(step.at), step.to)
    }
  }

  readToTheEnd() {
    this.answer()
    if (this.held.total === null) this.run({ do: 'refresh' })
    this.answer()
    for (let page = 0; page < 60 && !this.held.isComplete; page += 1) {
      this.run({ do: 'ask' })
      this.answer()
    }
  }

  private send(held: PagedRows<Keyed>) {
    if (held.asked !== this.held.asked) this.asOfAsk = this.server
    this.held = held
    this.ask = held.asked
  }

  private answer() {
    if (this.ask === null) return
    const { offset, limit } = this.ask
    const list = this.isEarly ? this.asOfAsk : this.server
    this.held = applyPage(this.held, this.ask, { rows: list.slice(offset, offset + limit), total: list.length })
    this.ask = null
  }

  private lose() {
    if (this.ask !== null) this.held = applyFailure(this.held, this.ask)
    this.ask = null
  }

  private insert(to: number) {
    const row = { typed_id: `file_${(this.fresh += 1)}` }
    this.put(row, to)
    this.held = addOnTop(this.held, row)
  }

  private remove(row: Keyed | undefined) {
    if (row === undefined) return
    this.drop(row)
    this.held = withoutRow(this.held, row.typed_id)
  }

  private move(row: Keyed | undefined, to: number) {
    if (row === undefined) return
    this.drop(row)
    this.put(row, to)
    this.held = replaceInPlace(this.held, row, true)
  }

  private rowAt(at: number) {
    return this.held.rows[at % Math.max(1, this.held.rows.length)]
  }

  private drop(row: Keyed) {
    this.server = this.server.filter((other) => other.typed_id !== row.typed_id)
  }

  private put(row: Keyed, to: number) {
    const at = to % (this.server.length + 1)
    this.server = [...this.server.slice(0, at), row, ...this.server.slice(at)]
  }
}

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'ask' }) },
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'answer' }) },
  fc.constantFrom<Step>({ do: 'refresh' }, { do: 'lose' }),
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('insert', 'remove', 'move'), at: fc.nat(1000), to: fc.nat(1000) }),
  },
)

test('whatever this client adds, removes or moves between and during pages, no row is skipped and none repeated', () => {
  const start = fc.integer({ min: 0, max: 90 })
  fc.assert(
    fc.property(start, fc.array(step, { maxLength: 40 }), fc.boolean(), (size, steps, isEarly) => {
      const world = new World(rowsOf(0, size), isEarly)
      for (const each of steps) world.run(each)
      world.readToTheEnd()
      const ordered = (rows: readonly Keyed[]) => rows.map((row) => row.typed_id).sort()
      expect(world.held.isComplete).toBe(true)
      expect(ordered(world.held.rows)).toStrictEqual(ordered(world.server))
    }),
    { numRuns: 500 },
  )
})
