import { describe, expect, test } from '@jest/globals'
import type { Contributor } from '@/contract/fileRequests'
import { NoAnswer, type PartAnswer, type PartRequest } from '@/platform/Platform'
import { HandInStore } from '@/stores/fileRequests/HandInStore'
import { FINISH, INFO, JOIN, makeInfo, makeMe, NAME, PRESIGN } from '../support/fileRequests'
import { makeFile } from '../support/factories'
import { refusal } from '../support/fakeServer'
import { platformSignedOut, startApp } from '../support/startApp'
import { settled } from '../support/until'

const MB = 1024 * 1024
const KEY = `satchel.collect.${NAME}`

/** A link whose server stores the files. @param token that the device stored in an earlier visit */
async function start(
  fields: Parameters<typeof makeInfo>[0] = {},
  { me, token }: { me?: Contributor; token?: string } = {},
) {
  const platform = platformSignedOut()
  if (token) platform.storage.write(KEY, token)
  const rig = await startApp(platform)
  const { server } = rig
  let present: Contributor | null = me ?? null
  const held = new Map<string, number>()
  const names = new Map<string, string>()
  const bent: ((request: PartRequest) => PartAnswer | NoAnswer)[] = []
  server
    .on(INFO, () => ({ collect: makeInfo(fields), me: present, offered_token: present ? null : 'offered' }))
    .on(JOIN, ({ name, person_id }) => {
      present = makeMe([], name ?? `#${person_id}`)
      return { me: present }
    })
    .on(PRESIGN, ({ name }) => {
      const id = `u${held.size + 1}`
      held.set(id, 0)
      names.set(id, name)
      return { tus_url: `/api/tus/${id}`, upload_id: id }
    })
    .on(FINISH, ({ upload_id: id }) => {
      present = makeMe([...present!.files.map((file) => file.name), names.get(id)!], present!.name)
      return { me: present }
    })
  server.onPart((request) => {
    const id = request.path.split('/').pop()!
    const bend = bent.shift()
    if (bend) return bend(request)
    if (request.part) held.set(id, request.part.to)
    return { status: 204, body: '', offset: held.get(id) }
  })
  const store = new HandInStore(rig.app, NAME)
  await store.open()
  return { ...rig, bent, store }
}

const pick = async ({ store, platform }: Awaited<ReturnType<typeof start>>, ...names: string[]) => {
  platform.picked = names.map((name) => makeFile(name, 1.5 * MB))
  return store.pick('files', null)
}

describe('[AH-25] handing in', () => {
  test('the store claims the typed name, sends one file after the other, and shows what was handed in', async () => {
    const rig = await start()
    const { platform, server, store } = rig
    await pick(rig, '一.pdf', '二.jpg')
    store.setName(' 周舟 ')
    expect(await store.submit()).toBe(2)
    expect(server.callsOf(JOIN)[0]!.request).toStrictEqual({ unique_name: NAME, name: '周舟' })
    expect(store.me?.files.map(({ name }) => name)).toStrictEqual(['一.pdf', '二.jpg'])
    expect([store.entries, platform.released.length, platform.isAwake]).toStrictEqual([[], 2, false])
  })

  test('the token is stored before the name is claimed, and proves the device in every call', async () => {
    const rig = await start()
    const { platform, server, store } = rig
    server.on(JOIN, new NoAnswer('network'))
    await pick(rig, '一.pdf')
    store.setName('周舟')
    expect(await store.submit()).toBe(0)
    expect(platform.storage.read(KEY)).toBe('offered')
    expect(server.callsOf(JOIN)[0]!.headers['X-Collect-Token']).toBe('offered')
    const again = await start({}, { me: makeMe(['一.pdf']), token: 'kept' })
    expect(again.server.callsOf(INFO)[0]!.headers['X-Collect-Token']).toBe('kept')
    expect(again.store.me?.files).toHaveLength(1)
  })

  describe('an answer to an earlier request', () => {
    /** Opens the page again; its answer is held back until `let go`. */
    async function late(rig: Awaited<ReturnType<typeof start>>) {
      let letGo = () => {}
      const held = new Promise<void>((resolve) => (letGo = resolve))
      const { server, store } = rig
      server.on(INFO, async () => {
        await held
        return { collect: makeInfo({ title: '改了' }), me: null, offered_token: 'later' }
      })
      const opened = store.open()
      await settled()
      return async () => {
        letGo()
        await opened
      }
    }

    test('an earlier answer removes neither a name claimed since nor its token', async () => {
      const rig = await start()
      const { server, store } = rig
      const letGo = await late(rig)
      await pick(rig, '一.pdf')
      store.setName('周舟')
      expect(await store.submit()).toBe(1)
      await letGo()
      expect([store.me?.name, store.collect?.title]).toStrictEqual(['周舟', '改了'])
      await pick(rig, '二.pdf')
      await store.submit()
      expect(server.callsOf(PRESIGN).map(({ headers }) => headers['X-Collect-Token'])).toStrictEqual([
        'offered',
        'offered',
      ])
    })

    test('it also removes no name that is being claimed, nor one whose answer was lost', async () => {
      const rig = await start()
      const { server, store } = rig
      const letGo = await late(rig)
      server.on(JOIN, async () => {
        await letGo()
        // And an answer that was requested in the middle of it.
        await store.open()
        return new NoAnswer('network')
      })
      await pick(rig, '一.pdf')
      store.setName('周舟')
      expect(await store.submit()).toBe(0)
      await store.open()
      expect(server.callsOf(INFO).at(-1)!.headers['X-Collect-Token']).toBe('offered')
    })

    test('it does not restore a name that the device has released', async () => {
      const rig = await start({}, { me: makeMe(['一.pdf']), token: 'kept' })
      const { server, store } = rig
      let letGo = () => {}
      const held = new Promise<void>((resolve) => (letGo = resolve))
      server.on(INFO, async (_, { headers }) => {
        if (headers['X-Collect-Token'] !== 'kept') return { collect: makeInfo(), me: null, offered_token: 'another' }
        await held
        return { collect: makeInfo(), me: makeMe(['一.pdf']), offered_token: null }
      })
      const opened = store.open()
      await settled()
      await store.forget()
      letGo()
      await opened
      expect(store.me).toBeNull()
    })
  })

  test('a listed name is claimed by its number, however it was typed, and without a name nothing is requested', async () => {
    const rig = await start({
      names: [
        { id: 7, name: 'Li Lei', is_user: false },
        { id: 8, name: '何小北', is_user: false },
      ],
    })
    const { server, store } = rig
    await pick(rig, '一.pdf')
    expect([await store.submit(), store.isNameMissing, server.countOf(JOIN)]).toStrictEqual([0, true, 0])
    expect(store.suggestions).toStrictEqual(['Li Lei', '何小北'])
    store.setName('li')
    expect(store.suggestions).toStrictEqual(['Li Lei'])
    store.setName('LI  lei')
    expect(store.suggestions).toStrictEqual([])
    await store.submit()
    expect(server.callsOf(JOIN)[0]!.request).toStrictEqual({ unique_name: NAME, person_id: 7 })
  })

  test('a name in use on another device is reported, and the files wait', async () => {
    const rig = await start()
    rig.server.on(JOIN, refusal('collect_name_taken', { text: '已在另一台设备上使用' }))
    await pick(rig, '一.pdf')
    rig.store.setName('周舟')
    expect(await rig.store.submit()).toBe(0)
    expect([rig.store.fault, rig.store.entries.length]).toStrictEqual([{ text: '已在另一台设备上使用' }, 1])
  })

  test('a file that could not be sent stays, and resumes where it ended', async () => {
    const rig = await start({}, { me: makeMe(), token: 'kept' })
    const { bent, platform, server, store } = rig
    await pick(rig, '一.pdf')
    bent.push(
      (request) => ({ status: 204, body: '', offset: request.part!.to }),
      () => ({ status: 403, body: refusal('quota_exceeded').body }),
    )
    expect(await store.submit()).toBe(0)
    expect(store.entries[0]).toMatchObject({ state: 'failed', loaded: MB })
    expect(await store.submit()).toBe(1)
    expect([server.countOf(PRESIGN), store.entries.length, platform.released.length]).toStrictEqual([1, 0, 1])
  })

  test('a file of a wrong kind, a too large one, and one too many are released and reported', async () => {
    const rig = await start({ kinds: ['pdf'] }, { me: makeMe(Array.from({ length: 18 }, (_, at) => `${at}.pdf`)) })
    const { platform, store } = rig
    expect(await pick(rig, '一.docx')).toMatchObject([{ file: { name: '一.docx' }, why: 'kind' }])
    platform.picked = [makeFile('大.pdf', 524_288_001), makeFile('二.pdf'), makeFile('三.pdf'), makeFile('四.pdf')]
    const left = await store.pick('files', null)
    expect(left.map(({ file, why }) => [file.name, why])).toStrictEqual([
      ['大.pdf', 'size'],
      ['三.pdf', 'count'],
      ['四.pdf', 'count'],
    ])
    expect(platform.released).toHaveLength(4)
  })

  test('a replacement with another extension is released and reported when it is chosen', async () => {
    const rig = await start({}, { me: makeMe(['一.png']) })
    const [first] = rig.store.me!.files
    rig.platform.picked = [makeFile('照片.jpg', MB)]
    expect(await rig.store.pick('files', first!)).toMatchObject([{ file: { name: '照片.jpg' }, why: 'version' }])
    expect([rig.store.entries, rig.platform.released.map(({ name }) => name)]).toStrictEqual([[], ['照片.jpg']])
    rig.platform.picked = [makeFile('二.PNG', MB)]
    expect([await rig.store.pick('files', first!), rig.store.entries.length]).toStrictEqual([[], 1])
  })

  test('a replacement names what it replaces, also when nothing more can be handed in', async () => {
    const rig = await start({}, { me: makeMe(Array.from({ length: 20 }, (_, at) => `${at}.pdf`)) })
    rig.platform.picked = [makeFile('新.pdf', MB)]
    expect(await rig.store.pick('files', { id: 4, name: '3.pdf' })).toStrictEqual([])
    await rig.store.submit()
    expect(rig.server.callsOf(PRESIGN)[0]!.request).toMatchObject({ name: '新.pdf', replaced_id: 4 })
  })

  test('a link that ends in the middle says so at once', async () => {
    const rig = await start({}, { me: makeMe() })
    await pick(rig, '一.pdf')
    rig.server.on(PRESIGN, refusal('collect_link_ended'))
    rig.server.on(INFO, { collect: makeInfo({ state: 'ended', due_time: 1 }), me: makeMe(), offered_token: null })
    expect(await rig.store.submit()).toBe(0)
    expect([rig.store.collect?.state, rig.store.entries[0]!.state]).toStrictEqual(['ended', 'failed'])
  })

  test('a device whose name passed to somebody else clears it and gets another token', async () => {
    const { platform, store } = await start({}, { me: makeMe(['一.pdf']), token: 'kept' })
    platform.server.on(INFO, { collect: makeInfo(), me: null, offered_token: 'another' })
    await store.forget()
    expect([store.me, platform.storage.read(KEY)]).toStrictEqual([null, undefined])
  })

  test('a listed, signed-in user is proposed, a deleted link is reported, and without the network the page stays', async () => {
    const proposed = await start({ names: [{ id: 9, name: '陈希', is_user: true }], suggested_id: 9 })
    expect(proposed.store.name).toBe('陈希')
    proposed.server.on(INFO, new NoAnswer('network'))
    await proposed.store.open()
    expect(proposed.store.phase).toBe('ready')
    proposed.server.on(INFO, refusal('collect_link_not_found'))
    await proposed.store.open()
    expect(proposed.store.phase).toBe('notFound')
  })
})

describe('[AH-54] taking a file back', () => {
  const TAKE_BACK = 'POST /apps/collects/take_back'

  test('the file is gone, and so are chosen files that would have replaced it', async () => {
    const { platform, server, store } = await start({}, { me: makeMe(['一.pdf', '二.pdf']), token: 'mine' })
    platform.picked = [makeFile('新.pdf', MB)]
    await store.pick('files', { id: 1, name: '一.pdf' })
    server.on(TAKE_BACK, { me: { name: '周舟', files: makeMe(['一.pdf', '二.pdf']).files.slice(1) } })
    expect(await store.takeBack({ id: 1 })).toBe(true)
    expect([store.me?.files.map(({ name }) => name), store.entries.length]).toStrictEqual([['二.pdf'], 0])
    expect(server.callsOf(TAKE_BACK).map(({ request }) => request)).toStrictEqual([
      { unique_name: NAME, hand_in_id: 1 },
    ])
    expect(server.callsOf(TAKE_BACK)[0]!.headers['X-Collect-Token']).toBe('mine')
  })

  test('after a refusal the file stays, and the page is loaded again', async () => {
    const { server, store } = await start({}, { me: makeMe(['一.pdf']), token: 'mine' })
    server.on(TAKE_BACK, refusal('items_locked'))
    const asked = server.countOf(INFO)
    const taking = store.takeBack({ id: 1 })
    await settled()
    expect(await taking).toBe(false)
    expect([store.me?.files.length, server.countOf(INFO)]).toStrictEqual([1, asked + 1])
  })
})
