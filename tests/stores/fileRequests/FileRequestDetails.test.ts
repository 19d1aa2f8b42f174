import { describe, expect, test } from '@jest/globals'
import { FileRequestDetails } from '@/stores/fileRequests/FileRequestDetails'
import { FileRequestDraft } from '@/stores/fileRequests/FileRequestDraft'
import { FileRequestList } from '@/stores/fileRequests/FileRequestList'
import { chosenContactsOf } from '@/stores/contacts/ChosenContacts'
import { makeCollection, makePerson } from '../support/fileRequests'
import { makeContact, makeContactGroup } from '../support/factories'
import { refusal } from '../support/fakeServer'
import { startApp } from '../support/startApp'

const GET = 'GET /apps/collects/get'
const PEOPLE = 'GET /apps/collects/people'
const EDIT = 'POST /apps/collects/edit'
const CREATE = 'POST /apps/collects/create'

async function start() {
  const rig = await startApp()
  rig.server
    .on(GET, { collect: makeCollection() })
    .on(PEOPLE, ({ state }) =>
      state === 'missing'
        ? { people: [makePerson({ id: 2, name: '何小北' })], total_count: 1 }
        : { people: [makePerson()], total_count: 1 },
    )
  const details = new FileRequestDetails(rig.app, 1)
  await details.load()
  return { ...rig, details }
}

describe('[AH-25] one collecting link', () => {
  test('people who have not handed in come first, then the others', async () => {
    const { details } = await start()
    const names = () => details.shown.held.rows.map(({ name }) => name)
    expect([details.phase, details.collect?.title, names()]).toStrictEqual(['ready', '高三（2）班作业', ['何小北']])
    details.choose('done')
    expect([names(), details.personOf('1')?.name]).toStrictEqual([['周舟'], '周舟'])
  })

  test('an unknown link says so', async () => {
    const { details, server } = await start()
    server.on(GET, refusal('collect_link_not_found'))
    await details.load()
    expect(details.phase).toBe('gone')
  })

  test('a reminder reports how many, and the app reports a refusal', async () => {
    const { app, details, server } = await start()
    server.on('POST /apps/collects/remind', { reminded_count: 4 })
    server.on(GET, { collect: makeCollection({ reminded: 1_763_625_600 }) })
    expect(await details.remind()).toBe(4)
    expect(details.collect?.reminded).toBe(1_763_625_600)
    server.on('POST /apps/collects/remind', refusal('collect_link_ended', { text: '已过截止时间' }))
    const refused = details.remind()
    await Promise.resolve()
    expect(await refused).toBeNull()
    expect(app.feedback.dialog?.text).toStrictEqual({ text: '已过截止时间' })
  })

  test('removing a person from the list sends no settings, which another device may have changed', async () => {
    const { details, server } = await start()
    server.on(EDIT, { collect: makeCollection({ listed_count: 1 }) })
    expect(await details.remove(makePerson({ id: 2 }))).toBe(true)
    expect(server.callsOf(EDIT)[0]!.request).toStrictEqual({ collect_id: 1, removed_person_ids: [2] })
    expect(details.collect?.listed_count).toBe(1)
  })

  test('a link closes and opens again', async () => {
    const { details, server } = await start()
    server.on('POST /apps/collects/close', { collect: makeCollection({ state: 'closed' }) })
    server.on(GET, { collect: makeCollection({ state: 'closed' }) })
    await details.close()
    expect(details.collect?.state).toBe('closed')
    server.on('POST /apps/collects/reopen', { collect: makeCollection() })
    server.on(GET, { collect: makeCollection() })
    await details.reopen()
    expect(details.collect?.state).toBe('open')
  })
})

describe('[AH-25] collecting links of a folder', () => {
  test('the links are requested by folder, page by page', async () => {
    const { app, server } = await startApp()
    const all = Array.from({ length: 30 }, (_, at) => makeCollection({ id: at + 1 }))
    server.on('GET /apps/collects/get_list', ({ offset = 0 }) => ({
      collects: all.slice(offset, offset + 25),
      total_count: all.length,
    }))
    const list = new FileRequestList(app, 3)
    await list.open()
    expect(list.rows).toHaveLength(25)
    expect(server.callsOf('GET /apps/collects/get_list')[0]!.request).toMatchObject({ folder_id: 3, offset: 0 })
    await list.pages.loadMore()
    expect(list.rows).toHaveLength(30)
  })
})

describe('[AH-25] a draft of a collecting link', () => {
  test('missing fields are reported after the first try, not before', async () => {
    const { app, server } = await startApp()
    const draft = new FileRequestDraft(app, 3, null)
    draft.setListedOnly(true)
    expect([draft.wasTried, await draft.save(), draft.wasTried]).toStrictEqual([false, null, true])
    expect([draft.isTitleMissing, draft.isListMissing, server.countOf(CREATE)]).toStrictEqual([true, true, 0])
    draft.setTitle('字'.repeat(61))
    draft.setText('字'.repeat(501))
    draft.setNames(`周舟\n${'字'.repeat(41)}`)
    expect([draft.isTitleTooLong, draft.isTextTooLong, draft.isNameTooLong]).toStrictEqual([true, true, true])
  })

  test('a draft sends names and people, each kind once', async () => {
    const { app, server } = await startApp()
    server.on(CREATE, { collect: makeCollection({ id: 8 }) })
    const people = [makeContact({ id: 5, item_typed_id: 'contact_5' }), makeContactGroup({ group_id: 6 })]
    const draft = new FileRequestDraft(app, 3, null)
    chosenContactsOf(app).put(draft.choice, people)
    draft.setTitle(' 作业 ')
    draft.setNames('周舟，何小北')
    draft.toggleKind('pdf')
    draft.toggleKind('image')
    draft.toggleKind('pdf')
    draft.setDueTime(1_800_000_000)
    expect((await draft.save())?.id).toBe(8)
    expect(server.callsOf(CREATE)[0]!.request).toStrictEqual({
      folder_id: 3,
      title: '作业',
      text: '',
      due_time: 1_800_000_000,
      kinds: ['image'],
      is_listed_only: false,
      names: ['周舟', '何小北'],
      user_ids: [5],
      group_ids: [6],
    })
  })

  test('an edited link begins with its present settings', async () => {
    const { app, server } = await startApp()
    server.on(EDIT, { collect: makeCollection() })
    const draft = new FileRequestDraft(app, 3, makeCollection({ due_time: 5, kinds: ['pdf'] }))
    expect([draft.title, draft.dueTime, draft.kinds]).toStrictEqual(['高三（2）班作业', 5, ['pdf']])
    draft.setTitle('第三章')
    await draft.save()
    // Another device may have changed the other settings.
    const people = { names: [], user_ids: [], group_ids: [] }
    expect(server.callsOf(EDIT)[0]!.request).toStrictEqual({ collect_id: 1, title: '第三章', ...people })
  })

  test('[AH-27] a draft returns for this folder and this user, and is gone once it was saved', async () => {
    const { app, platform, server } = await startApp()
    const names = Array.from({ length: 300 }, (_, at) => `学生${at}`).join('\n')
    const draft = new FileRequestDraft(app, 3, null)
    draft.setTitle('作业')
    draft.setNames(names)
    draft.toggleKind('pdf')
    chosenContactsOf(app).put(draft.choice, [makeContact({ id: 5, item_typed_id: 'contact_5' })])
    draft.dispose()
    chosenContactsOf(app).forget()
    const later = new FileRequestDraft(app, 3, null)
    expect([later.isRestored, later.title, later.names, later.kinds, later.people.length]).toStrictEqual([
      true,
      '作业',
      names,
      ['pdf'],
      1,
    ])
    expect([
      new FileRequestDraft(app, 4, null).isRestored,
      new FileRequestDraft(app, 3, makeCollection()).isRestored,
    ]).toStrictEqual([false, false])
    server.on(CREATE, refusal('collect_too_often'))
    await later.save()
    const kept = platform.storage.read<[key: string, note: object][]>('collects.7') ?? []
    expect([later.names, kept.map(([key]) => key)]).toStrictEqual([names, ['folder_3']])
    server.on(CREATE, { collect: makeCollection({ id: 8 }) })
    await later.save()
    expect([later.people, platform.storage.read('collects.7')]).toStrictEqual([[], undefined])
  })

  test('[AH-27] an edit that was begun keeps its changes, and can be discarded', async () => {
    const { app, platform } = await startApp()
    const draft = new FileRequestDraft(app, 3, makeCollection({ due_time: 5 }))
    draft.setText('交 PDF')
    draft.dispose()
    // Another device has meanwhile extended the deadline.
    const later = new FileRequestDraft(app, 3, makeCollection({ due_time: 9 }))
    expect([later.isRestored, later.text, later.dueTime]).toStrictEqual([true, '交 PDF', 9])
    later.discard()
    expect([later.isRestored, later.text, platform.storage.read('collects.7')]).toStrictEqual([false, '', undefined])
  })
})
