import { describe, expect, test } from '@jest/globals'
import type { ShareVisit } from '@/contract/shares/shares'
import { dayBars, groupVisits } from '@/domain/shares/visits'

const chen = { id: 2, name: '陈希' }
const li = { id: 3, name: '李蔚' }

let lastId = 0
function visit(kind: ShareVisit['kind'], at: number, fields: Partial<ShareVisit> = {}): ShareVisit {
  lastId += 1
  return { id: lastId, at, kind, visitor: fields.user?.id ?? 2, user: chen, item_name: '', device: 'wechat', ...fields }
}

describe('[AH-17] events are grouped into visits', () => {
  const kinds = (...visits: ShareVisit[]) => groupVisits(visits).map((group) => group.kinds)

  test('events of one user in short succession are one visit, in the order of opening, previewing, downloading', () => {
    const visits = [visit('download', 900), visit('visit', 880), visit('preview', 890), visit('preview', 885)]
    expect(groupVisits(visits)).toStrictEqual([
      {
        id: visits[0]!.id,
        at: 900,
        user: chen,
        itemName: '',
        device: 'wechat',
        kinds: ['visit', 'preview', 'download'],
      },
    ])
  })

  test('a pause of more than ten minutes before the earliest event ends a visit', () => {
    expect(kinds(visit('preview', 2000), visit('preview', 1400), visit('visit', 800))).toStrictEqual([
      ['visit', 'preview'],
    ])
    expect(kinds(visit('preview', 2000), visit('visit', 1399))).toStrictEqual([['preview'], ['visit']])
  })

  test.each([
    ['another user', { user: li }],
    ['another kind of device', { device: 'browser' as const }],
  ])('%s is another visit', (_what, fields) => {
    expect(kinds(visit('preview', 900), visit('visit', 890, fields))).toStrictEqual([['preview'], ['visit']])
  })

  test('opening the link belongs to the following event, and another file of a folder is another visit', () => {
    const visits = [
      visit('preview', 900, { item_name: '合影.jpg' }),
      visit('download', 890, { item_name: '名单.txt' }),
      visit('visit', 880),
    ]
    expect(groupVisits(visits).map(({ itemName, kinds: done }) => [itemName, done])).toStrictEqual([
      ['合影.jpg', ['preview']],
      ['名单.txt', ['visit', 'download']],
    ])
  })

  test('events of one visitor without an account are one visit, and those of two visitors are two', () => {
    const nobody = { user: null, visitor: 77 }
    expect(kinds(visit('preview', 900, nobody), visit('visit', 899, nobody))).toStrictEqual([['visit', 'preview']])
    expect(kinds(visit('preview', 900, nobody), visit('visit', 899, { user: null, visitor: 78 }))).toStrictEqual([
      ['preview'],
      ['visit'],
    ])
  })

  test('no events make no visits', () => expect(groupVisits([])).toStrictEqual([]))
})

describe('[AH-17] visits are counted per day', () => {
  test('the last bar is today, and the heights are parts of the highest bar', () => {
    expect(dayBars([0, 4, 2], 1_000_000)).toStrictEqual([
      { at: 1_000_000 - 2 * 86_400, count: 0, share: 0 },
      { at: 1_000_000 - 86_400, count: 4, share: 1 },
      { at: 1_000_000, count: 2, share: 0.5 },
    ])
  })

  test('no bar has a height without a visit', () => {
    expect(dayBars([0, 0], 0).map(({ share }) => share)).toStrictEqual([0, 0])
  })
})
