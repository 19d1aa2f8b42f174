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

describe('[AH-17] visits as a person tells them', () => {
  const kinds = (...visits: ShareVisit[]) => groupVisits(visits).map((group) => group.kinds)

  test('what one user did at once is one visit, in the order of opening, previewing, downloading', () => {
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

  test('a pause of more than ten minutes ends it; the pause counts from the earliest', () => {
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

  test('opening the link belongs to what was done with the thing; another file of a folder is another visit', () => {
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

  test('what one visitor without an account did is one visit, too; two visitors are two', () => {
    const nobody = { user: null, visitor: 77 }
    expect(kinds(visit('preview', 900, nobody), visit('visit', 899, nobody))).toStrictEqual([['visit', 'preview']])
    expect(kinds(visit('preview', 900, nobody), visit('visit', 899, { user: null, visitor: 78 }))).toStrictEqual([
      ['preview'],
      ['visit'],
    ])
  })

  test('none are none', () => expect(groupVisits([])).toStrictEqual([]))
})

describe('[AH-17] visits by day', () => {
  test('the last bar is today, each a part of the highest', () => {
    expect(dayBars([0, 4, 2], 1_000_000)).toStrictEqual([
      { at: 1_000_000 - 2 * 86_400, count: 0, share: 0 },
      { at: 1_000_000 - 86_400, count: 4, share: 1 },
      { at: 1_000_000, count: 2, share: 0.5 },
    ])
  })

  test('without any visit no bar has a height', () => {
    expect(dayBars([0, 0], 0).map(({ share }) => share)).toStrictEqual([0, 0])
  })
})
