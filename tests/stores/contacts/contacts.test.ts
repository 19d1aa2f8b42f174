import { describe, expect, test } from '@jest/globals'
import type { Contact } from '@/contract/contacts'
import { SEARCH_DEBOUNCE } from '@/domain/limits'
import type { ContactChoice } from '@/domain/contacts/contacts'
import { NoAnswer } from '@/platform/Platform'
import { chosenContactsOf } from '@/stores/contacts/ChosenContacts'
import { ContactCard } from '@/stores/contacts/ContactCard'
import { ContactList, type ContactPlace } from '@/stores/contacts/ContactList'
import { TypedSearch } from '@/stores/search/TypedSearch'
import { ContactSelection } from '@/stores/contacts/ContactSelection'
import { makeContact, makeContactDepartment, makeContactGroup } from '../support/factories'
import { refusal } from '../support/fakeServer'
import { startApp } from '../support/startApp'
import { settled } from '../support/until'

const CONTACTS = 'GET /apps/contacts/get'
const MEMBERS = 'GET /departments/user_list'

function page(people: readonly Contact[], number = 1) {
  const rows = people.slice((number - 1) * 500, number * 500)
  return { rows, page_number: number, page_count: Math.ceil(people.length / 500), total_count: people.length }
}

async function start({ people = 3, choice = { mode: 'share' } as ContactChoice } = {}) {
  const rig = await startApp()
  const all = Array.from({ length: people }, (_, at) => makeContact({ id: at + 1, name: `员工${at + 1}` }))
  const departments = [makeContactDepartment({ id: 1, name: '教务处' })]
  const groups = [makeContactGroup({ id: 1, name: '宣讲团' })]
  rig.server
    .on(CONTACTS, ({ page_number, search_string }) => {
      const key = search_string?.replace(/\s/g, '')
      const found = key ? all.filter(({ name }) => name.includes(key)) : all
      const { rows, ...counts } = page(found, page_number)
      const isHead = page_number === 1 && !search_string
      return { contacts: rows, departments: isHead ? departments : [], groups: isHead ? groups : [], ...counts }
    })
    .on(MEMBERS, ({ page_number, skip_get_count }) => {
      const { rows, ...counts } = page(all, page_number)
      return { users: rows, ...counts, ...(skip_get_count && { page_count: null, total_count: null }) }
    })
    .on('GET /departments/children', { departments })
  const deps = { api: rig.app.api, clock: rig.platform.clock, feedback: rig.app.feedback }
  const listAt = (place: ContactPlace) => new ContactList(deps, choice, place)
  return { ...rig, deps, all, departments, groups, listAt }
}

const ids = (contacts: readonly Contact[]) => contacts.map(({ item_typed_id }) => item_typed_id)

describe('[CONT-01] a place of the picker', () => {
  test('the top lists departments, groups, then people', async () => {
    const { listAt } = await start()
    const list = listAt({ at: 'top' })
    expect(list.phase).toBe('loading')
    await list.open()
    expect(ids(list.rows)).toStrictEqual(['department_1', 'group_1', 'contact_1', 'contact_2', 'contact_3'])
    expect([list.total, list.peopleCount, list.phase]).toStrictEqual([5, 3, 'ready'])
  })

  test('a department lists those below it, then its own people, in pages of 500, counted only with the first', async () => {
    const { listAt, server } = await start({ people: 1200 })
    const list = listAt({ at: 'department', id: 7 })
    await list.open()
    expect([list.people.length, list.peopleCount, list.rows[0]?.item_typed_id]).toStrictEqual([
      500,
      1200,
      'department_1',
    ])
    list.nearEnd()
    await settled()
    expect([list.people.length, list.peopleCount]).toStrictEqual([1000, 1200])
    expect(server.callsOf(MEMBERS).map(({ request }) => [request.page_number, request.skip_get_count])).toStrictEqual([
      [1, false],
      [2, true],
    ])
    expect(server.countOf('GET /departments/children')).toBe(1)
  })

  test('an empty place is ready and empty', async () => {
    const { listAt, server } = await start()
    server.on(CONTACTS, { contacts: [], departments: [], groups: [], page_number: 1, page_count: 0, total_count: 0 })
    const list = listAt({ at: 'top' })
    await list.open()
    expect([list.isEmpty, list.phase]).toStrictEqual([true, 'ready'])
  })

  test('a failure says why, and can be retried', async () => {
    const { listAt, server, all } = await start()
    server.on(MEMBERS, refusal('item_not_found', { text: '找不到' }))
    const list = listAt({ at: 'department', id: 7 })
    await list.open()
    expect([list.phase, list.pages.error]).toStrictEqual(['failed', { text: '找不到' }])
    server.on(MEMBERS, { users: all, page_number: 1, page_count: 1, total_count: 3 })
    await list.pages.retry()
    expect(list.phase).toBe('ready')
  })

  test('an answer that arrives after the place was left changes nothing', async () => {
    const { listAt, server, all } = await start()
    let answer = () => {}
    server.on(MEMBERS, async () => {
      await new Promise<void>((resolve) => (answer = resolve))
      return { users: all, page_number: 1, page_count: 1, total_count: 3 }
    })
    const list = listAt({ at: 'department', id: 7 })
    const opened = list.open()
    await settled()
    list.dispose()
    answer()
    await opened
    expect([list.phase, list.rows]).toStrictEqual(['loading', []])
  })
})

describe('[CONT-04] the selection', () => {
  test('kind and id identify a choice: a user and a group of one number are two', () => {
    const selection = new ContactSelection()
    selection.toggle(makeContact({ id: 1 }))
    selection.toggle(makeContactGroup({ id: 1 }))
    selection.toggle(makeContactDepartment({ id: 1 }))
    expect(ids(selection.contacts)).toStrictEqual(['contact_1', 'group_1', 'department_1'])
    expect([selection.count, selection.peopleCount]).toStrictEqual([3, 19])
    selection.toggle(makeContactGroup({ id: 1 }))
    expect(ids(selection.contacts)).toStrictEqual(['contact_1', 'department_1'])
  })

  test('members cannot be selected', () => {
    const selection = new ContactSelection()
    selection.toggle(makeContact({ disabled: true }))
    expect(selection.count).toBe(0)
  })

  test('selecting all of a list takes its people, those on later pages too, but neither departments nor members', async () => {
    const { listAt, all, server } = await start({ people: 1200 })
    all[3] = { ...all[3]!, disabled: true }
    const selection = new ContactSelection([makeContact({ id: 9000 })])
    const list = listAt({ at: 'department', id: 7 })
    await list.open()
    expect(selection.hasAll(list)).toBe(false)
    const done = selection.toggleAll(list)
    expect(selection.gathering).toBe(list)
    expect(selection.count).toBe(1)
    await done
    expect([selection.count, selection.has('contact_4'), selection.has('department_1')]).toStrictEqual([
      1200,
      false,
      false,
    ])
    expect([selection.hasAll(list), selection.gathering, server.countOf(MEMBERS)]).toStrictEqual([true, null, 3])
    await selection.toggleAll(list)
    expect(ids(selection.contacts)).toStrictEqual(['contact_9000'])
  })

  test('selecting all of 5,000 is one change', async () => {
    const { listAt } = await start({ people: 5000 })
    const selection = new ContactSelection()
    const list = listAt({ at: 'department', id: 7 })
    await list.open()
    await selection.toggleAll(list)
    expect([selection.count, selection.first.length]).toStrictEqual([5000, 3])
  })

  test('a page that fails selects nobody', async () => {
    const { listAt, server } = await start({ people: 1200 })
    const selection = new ContactSelection()
    const list = listAt({ at: 'department', id: 7 })
    await list.open()
    server.on(MEMBERS, new NoAnswer('network'))
    await selection.toggleAll(list)
    expect([selection.count, selection.gathering, list.pages.footer]).toStrictEqual([0, null, 'failed'])
  })

  test('a second tap while the rest loads stops it', async () => {
    const { listAt } = await start({ people: 1200 })
    const selection = new ContactSelection()
    const list = listAt({ at: 'department', id: 7 })
    await list.open()
    const first = selection.toggleAll(list)
    await selection.toggleAll(list)
    await first
    expect([selection.count, selection.gathering]).toStrictEqual([0, null])
  })

  test('removing people from a draft changes the selection only when it is saved', () => {
    const [one, two] = [makeContact(), makeContact()]
    const selection = new ContactSelection([one, two])
    const draft = new ContactSelection(selection.contacts)
    draft.toggle(one)
    expect(selection.count).toBe(2)
    selection.replace(draft.contacts)
    expect(ids(selection.contacts)).toStrictEqual([two.item_typed_id])
  })
})

describe('[CONT-01] the search', () => {
  async function searching() {
    const rig = await start({ people: 30 })
    const search = new TypedSearch(
      rig.deps.clock,
      (words) => new ContactList(rig.deps, { mode: 'share' }, { at: 'search', words }),
    )
    const asked = () => rig.server.callsOf(CONTACTS).map(({ request }) => request.search_string)
    const pass = async (ms: number) => {
      rig.platform.clock.pass(ms)
      await settled()
    }
    return { ...rig, search, asked, pass }
  }

  test('the search runs 1000 ms after the last letter, once', async () => {
    const { search, asked, pass } = await searching()
    search.setText('员')
    await pass(SEARCH_DEBOUNCE - 1)
    search.setText('员 工 2')
    await pass(SEARCH_DEBOUNCE - 1)
    expect(asked()).toStrictEqual([])
    await pass(1)
    // A blank separates words; the server ignores blanks in names.
    expect(asked()).toStrictEqual(['员工 2'])
    expect(search.list?.people.map(({ name }) => name)).toContain('员工29')
  })

  test('the search accepts 100 characters', async () => {
    const { search, asked, pass } = await searching()
    search.setText('👨'.repeat(150))
    await pass(SEARCH_DEBOUNCE)
    expect(asked()).toStrictEqual(['👨'.repeat(100)])
    expect(search.text).toBe('👨'.repeat(100))
  })

  test('blanks request nothing, and an emptied field shows nothing', async () => {
    const { search, asked, pass } = await searching()
    search.setText('   ')
    await pass(SEARCH_DEBOUNCE)
    expect(asked()).toStrictEqual([])
    search.setText('工')
    search.submit()
    await settled()
    expect(search.list?.phase).toBe('ready')
    search.setText('')
    expect(search.list).toBeNull()
  })

  test('a slow answer to an earlier search is dropped', async () => {
    const { search, server, pass, all } = await searching()
    let answer = () => {}
    const counts = { page_number: 1, page_count: 1, total_count: 1 }
    server.on(CONTACTS, async ({ search_string }) => {
      if (search_string === '慢') await new Promise<void>((resolve) => (answer = resolve))
      return { contacts: [{ ...all[0]!, name: search_string! }], departments: [], groups: [], ...counts }
    })
    search.setText('慢')
    await pass(SEARCH_DEBOUNCE)
    search.setText('快')
    await pass(SEARCH_DEBOUNCE)
    answer()
    await settled()
    expect(search.list?.people.map(({ name }) => name)).toStrictEqual(['快'])
  })

  test('nothing is requested after the search was left', async () => {
    const { search, asked, pass } = await searching()
    search.setText('工')
    search.dispose()
    await pass(SEARCH_DEBOUNCE)
    expect(asked()).toStrictEqual([])
  })
})

describe('[CONT-03] a card', () => {
  test('a card describes a user, a group, and a department with its manager', async () => {
    const { app, server } = await start()
    server
      .on('GET /cards/user_info', ({ user_id }) => ({ user: makeContact({ id: user_id, name: '王珂' }) }))
      .on('GET /cards/group_info', ({ group_id }) => ({ group: makeContactGroup({ id: group_id, name: '宣讲团' }) }))
      .on('GET /cards/department_info', ({ department_id }) => ({
        department: makeContactDepartment({ id: department_id, name: '教务处' }),
      }))
      .on('GET /departments/manager_list', { file_managers: [{ id: 4, name: '江涛', final_role: 'coowner' }] })
    for (const [id, name, managers] of [
      ['contact_5', '王珂', []],
      ['group_5', '宣讲团', []],
      ['department_5', '教务处', ['江涛']],
    ] as const) {
      const card = new ContactCard(app.api, { mode: 'invite', typedId: 'folder_3' }, id)
      await card.load()
      expect([card.phase, card.contact?.name, card.managers]).toStrictEqual(['ready', name, managers])
    }
    expect(server.callsOf('GET /cards/user_info')[0]?.request).toStrictEqual({ user_id: 5, item_typed_id: 'folder_3' })
  })

  test('a card says why it cannot be shown, and can be retried', async () => {
    const { app, server } = await start()
    server.on('GET /cards/user_info', new NoAnswer('network'))
    const card = new ContactCard(app.api, { mode: 'share' }, 'contact_5')
    await card.load()
    expect([card.phase, card.error]).toStrictEqual(['failed', { key: 'failure.network' }])
    server.on('GET /cards/user_info', { user: makeContact({ id: 5 }) })
    await card.load()
    expect(card.phase).toBe('ready')
  })
})

describe('the choice that the opener of a picker receives', () => {
  test('the choice is stored by its purpose, and cleared with the user', async () => {
    const { app } = await start()
    const held = chosenContactsOf(app)
    const [one, two] = [makeContact(), makeContact()]
    held.put({ mode: 'share', typedId: 'file_1' }, [one])
    held.put({ mode: 'invite', typedId: 'file_1' }, [two])
    expect(held.of({ mode: 'share', typedId: 'file_1' })).toStrictEqual([one])
    expect(held.of({ mode: 'share', typedId: 'file_2' })).toStrictEqual([])
    held.drop({ mode: 'invite', typedId: 'file_1' })
    expect(held.of({ mode: 'invite', typedId: 'file_1' })).toStrictEqual([])
    expect(chosenContactsOf(app)).toBe(held)
    held.forget()
    expect(held.of({ mode: 'share', typedId: 'file_1' })).toStrictEqual([])
  })
})
