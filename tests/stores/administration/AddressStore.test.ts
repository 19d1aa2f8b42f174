import { describe, expect, test } from '@jest/globals'
import { AddressStore, type InnerAddress } from '@/stores/administration/AddressStore'
import { readLogQuestion } from '@/stores/administration/LogStore'
import { readPage, readQuestion } from '@/stores/administration/PeopleStore'

/** A history of addresses. */
class FakeAddress implements InnerAddress {
  readonly entries: string[]
  private listener = () => {}

  constructor(first: string) {
    this.entries = [first]
  }

  read = () => this.entries.at(-1)!

  go = (address: string, isReplacing = false) => {
    if (isReplacing) this.entries.pop()
    this.entries.push(address)
    this.listener()
  }

  back() {
    this.entries.pop()
    this.listener()
  }

  subscribe = (listener: () => void) => {
    this.listener = listener
    return () => (this.listener = () => {})
  }
}

function openAt(first: string) {
  const inner = new FakeAddress(first)
  return { inner, address: new AddressStore(inner) }
}

describe('addresses inside the console', () => {
  test('[ADM-02] an address names a place, a thing and filters; unknown ones lead to the overview', () => {
    const { address } = openAt('/admin/people/7?state=new&q=%E6%9D%8E')
    expect([address.place, address.id, address.query]).toEqual(['people', 7, { state: 'new', q: '李' }])
    expect(openAt('/admin').address.place).toBe('overview')
    expect(openAt('/admin/elsewhere/x').address).toMatchObject({ place: 'overview', id: null })
    expect(openAt('/admin/people/-1').address.id).toBeNull()
  })

  test('[ADM-02] places and things are new entries; filters replace the present one', () => {
    const { inner, address } = openAt('/admin/people')
    address.filter({ q: 'li', state: 'new' })
    address.choose(7)
    address.filter({ state: '' })
    address.open('groups')
    expect(inner.entries).toEqual(['/admin/people?q=li&state=new', '/admin/people/7?q=li', '/admin/groups'])
    inner.back()
    expect([address.place, address.id]).toEqual(['people', 7])
  })

  test('[ADM-02] choosing the chosen thing again adds no entry', () => {
    const { inner, address } = openAt('/admin/people/7')
    address.choose(7)
    expect(inner.entries).toHaveLength(1)
  })
})

describe('questions in addresses', () => {
  test('[ADM-02] filters that mean nothing are ignored', () => {
    expect(readQuestion({ q: '  li ', state: 'new', order: 'used_bytes', direction: 'desc', step: 'no' })).toEqual({
      search: 'li',
      state: 'new',
      sort_by: 'used_bytes',
      sort_direction: 'desc',
      has_second_step: false,
    })
    expect(readQuestion({ state: 'x', role: 'king', department: '-3', order: 'password', direction: 'up' })).toEqual({})
    expect(readQuestion({ department: '0' })).toEqual({ department_id: 0 })
    expect([readPage({}), readPage({ page: '3' }), readPage({ page: '0' }), readPage({ page: 'x' })]).toEqual([
      0, 2, 0, 0,
    ])
  })

  test('[ADM-14] days of the log are local days, to the end of the last one', () => {
    const question = readLogQuestion({ since: '2026-03-01', until: '2026-03-02', person: '7', user: ' li ' }, 480)
    expect(question).toEqual({
      user: 'li',
      user_id: 7,
      since: Date.parse('2026-03-01T00:00:00+08:00') / 1000,
      until: Date.parse('2026-03-02T23:59:59+08:00') / 1000,
    })
    expect(readLogQuestion({ since: 'yesterday', until: '2026-13-40', person: 'x' }, 0)).toEqual({})
  })
})
