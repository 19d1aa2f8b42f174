import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ItemRow } from '../../../server/database/tables'
import { client, Client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { until } from '../../support/until'
import { upload } from '../../support/uploads/upload'
import {
  actor,
  acts,
  changedOf,
  colleague,
  department,
  events,
  fence,
  file,
  folder,
  make,
  outside,
  server,
  settledEvents,
  startLiveServer,
  stranger,
  watches,
} from './liveServer'

startLiveServer()

const typed = (item: ItemRow) => `${item.is_folder ? 'folder' : 'file'}_${item.id}` as const

describe('[AH-20] changes of others mark the places that show them, for users who may see them', () => {
  interface Change {
    what: string
    act(): Promise<unknown>
    /** The watched place; {folder} by default. */
    where?: () => string
  }
  const changes: Change[] = [
    {
      what: 'a new folder',
      act: () => acts.call('POST /apps/files/new_folder', { parent_folder_id: folder.id, name: '新' }),
    },
    { what: 'an upload', act: () => upload(acts, '新.txt', Buffer.from('a'), { folder_id: folder.id } as never) },
    {
      what: 'a new name',
      act: () => acts.call('POST /apps/files/edit', { item_typed_id: typed(file), name: '改.txt' }),
    },
    { what: 'a deletion', act: () => acts.call('POST /apps/files/delete', { item_typed_ids: [typed(file)] }) },
    { what: 'a lock', act: () => acts.call('POST /apps/files/lock', { item_typed_id: typed(file) }) },
    {
      what: 'a restore',
      act: async () => {
        await acts.call('POST /apps/files/delete', { item_typed_ids: [typed(file)] })
        await acts.call('POST /apps/files/restore_from_trash', { item_typed_ids: [typed(file)] })
      },
    },
    { what: 'an invitation to the folder', act: () => make.collab(folder, { user: stranger }, 'viewer') },
    {
      what: 'the deletion of the parent folder',
      act: () =>
        server.deps.db.updateTable('items').set({ deleted_at: new Date() }).where('id', '=', folder.id).execute(),
    },
  ]
  for (const { what, act } of changes) {
    deepTest(`${what} marks the watched folder, for users who may see it`, async () => {
      const place = `folder_${folder.id}`
      const mine = await events(watches, place)
      const theirs = await settledEvents(outside, stranger, `${place},frequent,own,trash`)
      await act()
      await mine.hears(`changed ${place}`)
      await fence(theirs, stranger)
      const isInvited = what.startsWith('an invitation')
      assert.deepEqual(
        [...new Set(changedOf(theirs))].sort(),
        isInvited ? [`changed ${place}`, 'changed frequent', 'changed trash'] : [],
      )
    })
  }

  test('a move marks its source and target folders', async () => {
    const target = await make.folder({ department })
    const both = await events(watches, `folder_${folder.id},folder_${target.id}`)
    await acts.call('POST /apps/files/move', { item_typed_ids: [typed(file)], target_folder_id: target.id } as never)
    await both.hears(`changed folder_${folder.id}`)
    await both.hears(`changed folder_${target.id}`)
  })

  deepTest('a copy marks only its target folder', async () => {
    const target = await make.folder({ department })
    const both = await settledEvents(watches, colleague, `folder_${folder.id},folder_${target.id}`)
    await acts.call('POST /apps/files/copy', { item_typed_ids: [typed(file)], target_folder_id: target.id } as never)
    await both.hears(`changed folder_${target.id}`)
    await fence(both, colleague)
    assert.deepEqual(changedOf(both), [`changed folder_${target.id}`])
  })

  deepTest(
    'the department, the own space, the trash and the frequent space are marked when their contents change',
    async () => {
      const stream = await settledEvents(watches, colleague, `department_${department.id},own,trash,frequent`)
      await make.folder({ department })
      await stream.hears(`changed department_${department.id}`)
      await make.folder({ owner: colleague })
      await stream.hears('changed own')
      await fence(stream, colleague)
      assert.deepEqual(changedOf(stream), [`changed department_${department.id}`, 'changed own'])
      stream.forget()
      await watches.call('POST /apps/frequently_used_items/add', { typed_id: typed(file) })
      await stream.hears('changed frequent')
      stream.forget()
      await acts.call('POST /apps/files/edit', { item_typed_id: typed(file), name: '常用.txt' })
      await stream.hears('changed frequent')
      const own = await make.file({ owner: colleague })
      await watches.call('POST /apps/files/delete', { item_typed_ids: [typed(own)] })
      await stream.hears('changed trash')
      stream.forget()
      await watches.call('POST /apps/files/delete_from_trash', { item_typed_ids: [typed(own)] })
      await stream.hears('changed trash')
    },
  )

  deepTest(
    'the collaboration space is marked when an invitation is added, changed or removed, also of a group',
    async () => {
      const stream = await events(outside, 'collab')
      const group = await make.group({ members: [stranger] })
      await server.deps.db
        .updateTable('groups')
        .set({ enterprise_id: department.enterprise_id })
        .where('id', '=', group.id)
        .execute()
      await fence(stream, stranger)
      stream.forget()
      const invitation = await make.collab(file, { group }, 'viewer')
      await stream.hears('changed collab')
      stream.forget()
      await acts.call('POST /apps/files/edit', { item_typed_id: typed(file), name: '协作.txt' })
      await stream.hears('changed collab')
      stream.forget()
      await server.deps.db.deleteFrom('collabs').where('id', '=', invitation.id).execute()
      await stream.hears('changed collab')
    },
  )

  deepTest('losing a right is notified once, then nothing; gaining a right notifies from then on', async () => {
    const place = `folder_${folder.id}`
    const stream = await settledEvents(watches, colleague, place)
    await server.deps.db.deleteFrom('department_members').where('user_id', '=', colleague.id).execute()
    await stream.hears(`changed ${place}`)
    stream.forget()
    await acts.call('POST /apps/files/edit', { item_typed_id: typed(file), name: '看不见.txt' })
    await fence(stream, colleague)
    assert.deepEqual(changedOf(stream), [])
    await make.collab(folder, { user: colleague }, 'viewer')
    await stream.hears(`changed ${place}`)
    stream.forget()
    await acts.call('POST /apps/files/edit', { item_typed_id: typed(file), name: '又看见.txt' })
    await stream.hears(`changed ${place}`)
  })

  deepTest('nothing is notified about missing and unwatched places', async () => {
    const stream = await settledEvents(watches, colleague, 'folder_999999999,department_999999999,enterprise_999999999')
    await make.folder({ department })
    await make.folder({ parent: folder })
    await fence(stream, colleague)
    assert.deepEqual(changedOf(stream), [])
  })
})

describe('[AH-20] a page is not notified of its own actions', () => {
  /** A client that acts in the tab `mine`, the streams of that tab and of another tab of the same user. */
  async function tabs(places: string) {
    const here = Object.assign(new Client(acts.url), { headers: { ...acts.headers, 'x-client': 'mine' } })
    const [mine, other] = [await events(here, `${places}&client=mine`), await events(acts, `${places}&client=other`)]
    // By now the notifications of the test's preparation have arrived.
    for (const stream of [mine, other]) {
      await fence(stream, actor)
      stream.forget()
    }
    return { here, mine, other }
  }

  const actions: {
    what: string
    place?: 'frequent' | 'trash'
    before?(): Promise<unknown>
    act(here: Client): Promise<unknown>
  }[] = [
    {
      what: 'a new folder',
      act: (here) => here.call('POST /apps/files/new_folder', { parent_folder_id: folder.id, name: '新' }),
    },
    { what: 'an upload', act: (here) => upload(here, '新.txt', Buffer.from('a'), { folder_id: folder.id } as never) },
    {
      what: 'an upload of a form, as the mini-program sends it',
      act: async (here) => {
        const { upload_url } = await here.call('POST /apps/files/presign_upload', {
          file_size: 1,
          folder_id: folder.id,
        } as never)
        const form = new FormData()
        form.append('file', new Blob(['a']), '表.txt')
        assert.equal(
          (await fetch(here.url + upload_url, { method: 'POST', headers: here.headers, body: form })).status,
          200,
        )
      },
    },
    {
      what: 'another name',
      act: (here) => here.call('POST /apps/files/edit', { item_typed_id: typed(file), name: '改.txt' }),
    },
    { what: 'a deletion', act: (here) => here.call('POST /apps/files/delete', { item_typed_ids: [typed(file)] }) },
    {
      what: 'a restore',
      before: () => acts.call('POST /apps/files/delete', { item_typed_ids: [typed(file)] }),
      act: (here) => here.call('POST /apps/files/restore_from_trash', { item_typed_ids: [typed(file)] }),
    },
    {
      what: 'a permanent deletion',
      place: 'trash',
      before: () => acts.call('POST /apps/files/delete', { item_typed_ids: [typed(file)] }),
      act: (here) => here.call('POST /apps/files/delete_from_trash', { item_typed_ids: [typed(file)] }),
    },
    { what: 'a lock', act: (here) => here.call('POST /apps/files/lock', { item_typed_id: typed(file) }) },
    {
      what: 'an unlock',
      before: () => acts.call('POST /apps/files/lock', { item_typed_id: typed(file) }),
      act: (here) => here.call('POST /apps/files/unlock', { item_typed_id: typed(file) }),
    },
    {
      what: 'a copy',
      act: (here) =>
        here.call('POST /apps/files/copy', { item_typed_ids: [typed(file)], target_folder_id: folder.id } as never),
    },
    {
      what: 'a move',
      act: async (here) => {
        const target = await make.folder({ department })
        await here.call('POST /apps/files/move', {
          item_typed_ids: [typed(file)],
          target_folder_id: target.id,
        } as never)
      },
    },
    {
      what: 'a favourite',
      place: 'frequent',
      act: (here) => here.call('POST /apps/frequently_used_items/add', { typed_id: typed(file) }),
    },
    {
      what: 'a removed favourite',
      place: 'frequent',
      before: () => acts.call('POST /apps/frequently_used_items/add', { typed_id: typed(file) }),
      act: (here) => here.call('POST /apps/frequently_used_items/delete', { typed_id: typed(file) }),
    },
  ]
  for (const { what, place, before: first, act } of actions) {
    deepTest(`${what}: another tab of the same user is notified, the acting tab is not`, async () => {
      await first?.()
      const watched = place ?? `folder_${folder.id}`
      const { here, mine, other } = await tabs(watched)
      await act(here)
      await other.hears(`changed ${watched}`)
      await fence(mine, actor)
      assert.deepEqual(changedOf(mine), [])
    })
  }

  deepTest('a colleague who uses the same tab name is notified, and their actions are notified', async () => {
    const place = `folder_${folder.id}`
    const { here, mine } = await tabs(place)
    const theirs = await events(watches, `${place}&client=mine`)
    await here.call('POST /apps/files/edit', { item_typed_id: typed(file), name: '改.txt' })
    await theirs.hears(`changed ${place}`)
    await server.deps.db
      .updateTable('department_members')
      .set({ role: 'coowner' })
      .where('user_id', '=', colleague.id)
      .execute()
    const there = Object.assign(new Client(watches.url), { headers: { ...watches.headers, 'x-client': 'mine' } })
    await there.call('POST /apps/files/edit', { item_typed_id: typed(file), name: '又改.txt' })
    await mine.hears(`changed ${place}`)
  })

  deepTest('own actions and an action of another user in the same batch are notified', async () => {
    const place = `folder_${folder.id}`
    const { here, mine } = await tabs(place)
    const own = (name: string) => here.call('POST /apps/files/new_folder', { parent_folder_id: folder.id, name })
    await Promise.all([own('一'), make.folder({ parent: folder }), own('二')])
    await mine.hears(`changed ${place}`)
  })

  deepTest(
    'after its own actions a tab is still notified of other users’ changes: pooled connections do not remember the actor',
    async () => {
      const place = `folder_${folder.id}`
      const { here, mine } = await tabs(place)
      for (let n = 0; n < 12; n += 1)
        await here.call('POST /apps/files/new_folder', { parent_folder_id: folder.id, name: `我的${n}` })
      await fence(mine, actor)
      assert.deepEqual(changedOf(mine), [])
      for (let n = 0; n < 12; n += 1) {
        mine.forget()
        await make.folder({ parent: folder })
        await mine.hears(`changed ${place}`)
      }
    },
  )

  deepTest('a user’s own action that hides the watched place is notified', async () => {
    const place = `folder_${folder.id}`
    const { here, mine } = await tabs(place)
    await here.call('POST /apps/files/delete', { item_typed_ids: [typed(folder)] })
    await mine.hears(`changed ${place}`)
  })

  for (const [what, name] of [
    ['too long', 'a'.repeat(41)],
    ['of invalid characters', 'mine by 9.x'],
    ['empty', ''],
  ] as const) {
    deepTest(`a tab name that is ${what} is ignored: everything is notified`, async () => {
      const place = `folder_${folder.id}`
      const here = Object.assign(new Client(acts.url), { headers: { ...acts.headers, 'x-client': name } })
      const mine = await events(here, `${place}&client=${encodeURIComponent(name)}`)
      await here.call('POST /apps/files/edit', { item_typed_id: typed(file), name: '改.txt' })
      await mine.hears(`changed ${place}`)
    })
  }
})

test('[AH-20] a request for the head of a stream opens none', async () => {
  const before = server.deps.live.size()
  const { status } = await fetch(`${server.url}/api/events?watch=own`, { method: 'HEAD', headers: acts.headers })
  assert.equal(status, 404)
  assert.equal(server.deps.live.size(), before)
})

test('[AH-20] a switch of the organisation reaches its open streams, and those of no other organisation', async () => {
  const [mine, others] = [await events(watches, 'own'), await openElsewhere()]
  const [before, elsewhere] = [mine.settings, others.settings]
  await server.deps.db
    .updateTable('enterprises')
    .set({ collaborative_document: true })
    .where('id', '=', department.enterprise_id)
    .execute()
  await until('the mark to change', () => mine.settings !== before)
  const beats = others.beats
  await until('two more beats', () => others.beats > beats + 1)
  assert.equal(others.settings, elsewhere)
})

async function openElsewhere() {
  const guest = await make.user({ enterprise: await make.enterprise() })
  return events(await client(server).as(guest.login), 'own')
}
