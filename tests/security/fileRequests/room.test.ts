import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { UserRow } from '../../../server/database/tables'
import { purgeUploads } from '../../../server/jobs/purgeUploads'
import { client, type Client } from '../../support/client'
import { Contributing, everybody, makeFileRequest } from '../../support/fileRequests/collecting'
import { until } from '../../support/until'
import { begin, patch } from '../../support/uploads/tus'
import { at, startCollectServer } from './collectServer'

/* The room that strangers take with announced bytes (decisions 97). */

const KIB = 1024
const MIB = 1024 * KIB

startCollectServer()

/** A maker with a quota, their link, and a way to add strangers. */
async function maker(quota: number) {
  const enterprise = await at.make.enterprise({ user_quota_bytes: quota })
  const owner: UserRow = await at.make.user({ enterprise })
  const me: Client = await client(at.server).as(owner.login)
  const folder = await at.make.folder({ owner })
  const link = await makeFileRequest(me, folder)
  const stranger = async (name: string) => {
    const they = new Contributing(at.server.url, link.unique_name)
    assert.equal(await they.join(name), 'success')
    return they
  }
  return { me, link, stranger }
}

/** Sends 10 bytes of 90, and the others when `send` is called. */
function sendSlowly({ client: { headers } }: Contributing, path: string) {
  let send = () => {}
  const isAsked = new Promise<void>((resolve) => (send = resolve))
  async function* body() {
    yield Buffer.alloc(10)
    await isAsked
    yield Buffer.alloc(80)
  }
  const answer = fetch(at.server.url + path, {
    method: 'PATCH',
    headers: {
      ...headers,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': '90',
    },
    body: body() as never,
    duplex: 'half',
  } as RequestInit)
  return { answer, send: () => send() }
}

/** How many of the uploads have begun. */
const begunOf = async (ids: readonly string[]) => {
  const uploads = at.server.deps.db.selectFrom('uploads').select('id').where('id', 'in', ids)
  return (await uploads.where('state', '=', 'partial').execute()).length
}

const fits = async (who: Client, size: number) => {
  const { body } = await who.send('POST /apps/files/presign_upload', { file_size: size })
  return (body as { success: boolean }).success
}

describe('[AH-25] [AH-35] uploads of strangers take only the room of the bytes that have come', () => {
  test('four bytes of announced 500 MB each leave the rest to the owner', async () => {
    const { me, stranger } = await maker(2000 * MIB)
    for (const name of ['甲', '乙', '丙', '丁']) {
      const they = await stranger(name)
      const { path } = await they.presign('a.bin', 490 * MIB)
      assert.equal((await they.send(path, Buffer.alloc(4))).status, 204)
    }
    assert.equal(await fits(me, 1990 * MIB), true)
    const { path } = await begin(me, 1990 * MIB)
    assert.equal((await patch(me, path, 0, Buffer.alloc(1))).status, 204)
  })

  test('received bytes count, and an announcement beyond the rest is refused', async () => {
    const { me, stranger } = await maker(100)
    const they = await stranger('甲')
    const { path } = await they.presign('a.bin', 90)
    assert.equal((await they.send(path, Buffer.alloc(80))).status, 204)
    assert.deepEqual([await fits(me, 20), await fits(me, 21)], [true, false])
    assert.equal((await they.presign('b.bin', 21)).code, 'quota_exceeded')
  })

  test('uploads that are sent at the same time stop once their bytes exceed the quota', async () => {
    const { stranger } = await maker(MIB)
    const they = await stranger('甲')
    const begun = await Promise.all(Array.from({ length: 8 }, (_, n) => they.presign(`${n}.bin`, 900 * KIB)))
    const answers = await Promise.all(begun.map(({ path }) => they.send(path, Buffer.alloc(900 * KIB))))
    const finished: string[] = []
    for (const { id } of begun) finished.push(await they.finish(id))
    assert.ok(answers.some(({ status }) => status === 413))
    assert.ok(finished.filter((code) => code === 'success').length <= 1, finished.join())
  })

  test('uploads that began while there was room end once the bytes of both exceed the quota', async () => {
    const { stranger } = await maker(100)
    const sent = []
    for (const name of ['甲', '乙']) {
      const they = await stranger(name)
      const { path, id } = await they.presign('a.bin', 90)
      sent.push({ id, they, ...sendSlowly(they, path) })
    }
    const ids = sent.map(({ id }) => id)
    await until('both have begun', async () => (await begunOf(ids)) === 2)
    const statuses: number[] = []
    for (const { send, answer } of sent) {
      send()
      statuses.push((await answer).status)
    }
    assert.deepEqual(statuses, [204, 413])
    assert.equal(await sent[0]!.they.finish(ids[0]!), 'success')
  })

  test('closing the link frees the room at once; the upload continues if the link is opened again', async () => {
    const { me, link, stranger } = await maker(100)
    const they = await stranger('甲')
    const { path, id } = await they.presign('a.bin', 90)
    assert.equal((await they.send(path, Buffer.alloc(80))).status, 204)
    await me.call('POST /apps/collects/close', { collect_id: link.id })
    assert.equal(await fits(me, 100), true)
    assert.equal((await they.send(path, Buffer.alloc(10), 80)).status, 403)
    await me.call('POST /apps/collects/reopen', { collect_id: link.id })
    assert.deepEqual([await fits(me, 20), await fits(me, 21)], [true, false])
    assert.equal((await they.send(path, Buffer.alloc(10), 80)).status, 204)
    assert.equal(await they.finish(id), 'success')
  })

  test('once the link is closed, an upload of the owner continues in the freed room', async () => {
    const { me, link, stranger } = await maker(100)
    const they = await stranger('甲')
    assert.equal((await they.send((await they.presign('a.bin', 90)).path, Buffer.alloc(80))).status, 204)
    await me.call('POST /apps/collects/close', { collect_id: link.id })
    const { path } = await begin(me, 100)
    assert.equal((await patch(me, path, 0, Buffer.alloc(1))).status, 204)
    assert.equal((await patch(me, path, 1, Buffer.alloc(99))).status, 204)
  })

  test('bytes that arrive while the link is closed are refused and take no room', async () => {
    const { me, link, stranger } = await maker(100)
    const they = await stranger('甲')
    const { path, id } = await they.presign('a.bin', 90)
    const { answer, send } = sendSlowly(they, path)
    await until('it has begun', async () => (await begunOf([id])) === 1)
    await me.call('POST /apps/collects/close', { collect_id: link.id })
    send()
    assert.equal((await answer).status, 403)
    assert.equal(await fits(me, 100), true)
  })

  test('releasing a name ends its uploads, frees their room, and their bytes are removed', async () => {
    const { me, link, stranger } = await maker(100)
    const they = await stranger('甲')
    assert.equal(await they.handIn('b.txt', 'x'), 'success')
    const { path, id } = await they.presign('a.bin', 90)
    await they.send(path, Buffer.alloc(80))
    const upload = () =>
      at.server.deps.db.selectFrom('uploads').select('part_key').where('id', '=', id).executeTakeFirst()
    const { part_key: key } = (await upload())!
    const [person] = await everybody(me, link.id, 'done')
    await me.call('POST /apps/collects/release', { collect_id: link.id, person_id: person!.id })
    assert.equal(await fits(me, 99), true)
    await purgeUploads(at.server.deps)
    assert.deepEqual([await upload(), await at.server.deps.storage.stat(key!)], [undefined, null])
  })
})
