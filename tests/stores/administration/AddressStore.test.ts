import { describe, expect, test } from '@jest/globals'
import { action, observable } from 'mobx'
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

  back = (steps = 1) => {
    this.entries.splice(-steps)
    this.listener()
  }

  position = () => this.entries.length

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

describe('unsaved changes', () => {
  /** A form below another address, with changes. */
  function openForm({ isRefused = false, section }: { isRefused?: boolean; section?: string } = {}) {
    const { inner, address } = openAt('/admin/overview')
    address.open('policies', { query: section ? { section } : {} })
    const isDirty = observable.box(false)
    const setDirty = action((is: boolean) => isDirty.set(is))
    const done: string[] = []
    const end = (what: string) => {
      done.push(what)
      setDirty(isRefused)
      return !isRefused
    }
    address.leaving.add({
      isDirty: () => isDirty.get(),
      save: () => Promise.resolve(end('saved')),
      discard: () => void end('discarded'),
      staysIn: (other) => section === undefined || other === section,
    })
    setDirty(true)
    return { inner, address, setDirty, done }
  }

  test('[ADM-09] another place waits for an answer, and staying leaves everything as it is', () => {
    const { inner, address, done } = openForm()
    address.open('audit')
    expect([address.place, address.leaving.isAsking]).toEqual(['policies', true])
    address.leaving.stay()
    expect([address.place, address.leaving.isAsking, done]).toEqual(['policies', false, []])
    address.open('audit')
    address.leaving.discard()
    expect([address.place, done]).toEqual(['audit', ['discarded']])
    inner.back()
    expect(address.place).toBe('policies')
    inner.back()
    expect(address.place).toBe('overview')
  })

  test('[ADM-09] saving leaves afterwards, and a refusal stays', async () => {
    const saved = openForm()
    saved.address.open('audit')
    await saved.address.leaving.save()
    expect([saved.address.place, saved.done]).toEqual(['audit', ['saved']])
    const refused = openForm({ isRefused: true })
    refused.address.open('audit')
    await refused.address.leaving.save()
    expect([refused.address.place, refused.address.leaving.isAsking]).toEqual(['policies', false])
  })

  test('[ADM-09] going back asks, again after staying, and then goes back', () => {
    const { inner, address, done } = openForm()
    inner.back()
    expect([address.place, address.leaving.isAsking]).toEqual(['policies', true])
    address.leaving.stay()
    inner.back()
    expect([address.place, address.leaving.isAsking]).toEqual(['policies', true])
    address.leaving.discard()
    expect([address.place, done, inner.entries]).toEqual(['overview', ['discarded'], ['/admin/overview']])
  })

  test('[ADM-09] going back from changes that were saved takes one step', () => {
    const { inner, address, setDirty } = openForm()
    setDirty(false)
    inner.back()
    expect([address.place, inner.entries]).toEqual(['overview', ['/admin/overview']])
  })

  test('[ADM-09] going back by several entries asks, too', () => {
    const { inner, address } = openForm()
    inner.back(2)
    expect([address.place, address.leaving.isAsking]).toEqual(['policies', true])
    address.leaving.discard()
    expect(address.place).toBe('overview')
  })

  test('[DIR-01] a form that is in one section asks before another section', () => {
    const within = openForm()
    within.address.filter({ section: 'space' })
    expect([within.address.query.section, within.address.leaving.isAsking]).toEqual(['space', false])
    const { address } = openForm({ section: 'wecom' })
    address.filter({ section: 'space' })
    expect([address.query.section, address.leaving.isAsking]).toEqual(['wecom', true])
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
