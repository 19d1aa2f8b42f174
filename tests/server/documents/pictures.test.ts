import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { sweepBlobs } from '../../../server/jobs/sweepBlobs'
import { findOffice } from '../../../server/previews/makers/office'
import { foldDocuments } from '../../../server/services/documents/body'
import { tidyPictures } from '../../../server/services/documents/tidyPictures'
import { makeVersion } from '../../../server/services/documents/versions'
import { removeBlobs } from '../../../server/services/trash/blobs'
import { client } from '../../support/client'
import { codeOf, getPicture, photo, pictureAddress, sendPicture, showPicture } from '../../support/documents/pictures'
import { bytesOf, copiedAs } from '../../support/documents/conversions'
import { unpack } from '../../support/downloads/unpack'
import { endWriters, joinWriter, makeDocument, tokenOf } from '../../support/documents/writers'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

const withoutOffice = (await findOffice()) === null && 'LibreOffice is not installed'
const DAY = 86_400_000
let now = new Date('2026-11-30T08:00:00Z')
let server: TestServer
let make: ReturnType<typeof factories>
before(async () => {
  server = await startTestServer({ connections: 10, clock: () => now })
  make = factories(server.deps)
})
afterEach(endWriters)
after(() => server.close())

async function world() {
  const owner = await make.user({ enterprise: await make.enterprise({ collaborative_document: true }) })
  const me = await client(server).as(owner.login)
  const { item } = await makeDocument(me)
  const access = await tokenOf(me, item.id)
  const mine = await joinWriter(server, { fileId: item.id, access })
  const add = async (bytes?: Buffer) => (await sendPicture(server, access, bytes ?? (await photo()))).body.picture!
  const used = () => usedBy(owner.id)
  return { owner, me, item, fileId: item.id, access, mine, add, used }
}

async function usedBy(userId: number): Promise<number> {
  const { used_bytes } = await server.deps.db
    .selectFrom('items')
    .select('used_bytes')
    .where('personal_of', '=', userId)
    .executeTakeFirstOrThrow()
  return used_bytes
}

const rowsOf = (fileId: number) =>
  server.deps.db.selectFrom('document_pictures').selectAll().where('item_id', '=', fileId).execute()

describe('[DOC-09] pictures in texts', () => {
  test('a picture is drawn anew: upright, at most 2,048 px, without the place where it was taken', async () => {
    const { mine, add } = await world()
    const sent = await photo({ width: 3000, height: 1500, place: true })
    assert.ok((await sharp(sent).metadata()).exif, 'the photo says where it was taken')
    const { status, type, bytes } = await getPicture(server, pictureAddress(mine, await add(sent)))
    const { width, height, exif, format } = await sharp(bytes).metadata()
    assert.deepEqual([status, type, width, height, exif, format], [200, 'image/jpeg', 2048, 1024, undefined, 'jpeg'])
  })

  for (const format of ['png', 'webp', 'gif'] as const)
    test(`a picture may be ${format}`, async () => {
      const { mine, add } = await world()
      const { status } = await getPicture(server, pictureAddress(mine, await add(await photo({ format }))))
      assert.equal(status, 200)
    })

  test('its bytes count towards the space, and a full space takes none', async () => {
    const { owner, access, fileId, add, used } = await world()
    const before = await used()
    await add()
    const [{ size } = { size: 0 }] = await rowsOf(fileId)
    assert.equal(await used(), before + size)
    await server.deps.db
      .updateTable('users')
      .set({ quota_bytes: before + size })
      .where('id', '=', owner.id)
      .execute()
    assert.equal(codeOf(await sendPicture(server, access, await photo())), 'quota_exceeded')
    assert.equal((await rowsOf(fileId)).length, 1)
  })

  test('a text has at most 1,000 pictures, also those that only its versions name', async () => {
    const { access, fileId, add } = await world()
    await add()
    const [{ key: _, ...first } = { key: '' } as never] = await rowsOf(fileId)
    const others = Array.from({ length: 998 }, (__, at) => ({ ...first, key: String(at).padStart(22, 'x') }))
    await server.deps.db.insertInto('document_pictures').values(others).execute()
    await add()
    assert.equal(codeOf(await sendPicture(server, access, await photo())), 'document_picture_too_many')
    assert.equal((await rowsOf(fileId)).length, 1000)
  })

  test('a copy of the text has its pictures, also after the text is gone', async () => {
    const { me, fileId, mine, add } = await world()
    const picture = await add()
    showPicture(mine, picture, '合影')
    await mine.saved()
    const answer = await me.call('POST /apps/files/copy', {
      item_typed_ids: [`file_${fileId}`],
      target_folder_id: 0,
    })
    const copyId = answer.files_and_folders[0]!.id
    mine.end()
    await me.call('POST /apps/files/delete', { item_typed_ids: [`file_${fileId}`] })
    await me.call('POST /apps/files/delete_from_trash', { item_typed_ids: [`file_${fileId}`] })
    const copy = await joinWriter(server, { fileId: copyId, access: await tokenOf(me, copyId) })
    assert.equal((await getPicture(server, pictureAddress(copy, picture))).status, 200)
  })

  test('a picture that a version names stays when the text loses it, and the version shows it again', async () => {
    const { me, fileId, mine, add } = await world()
    const picture = await add()
    showPicture(mine, picture)
    await mine.saved()
    await makeVersion(server.deps, fileId)
    mine.document.getXmlFragment('default').delete(0, mine.document.getXmlFragment('default').length)
    await mine.saved()
    now = new Date(now.getTime() + 3 * DAY)
    await tidyPictures(server.deps)
    const again = await joinWriter(server, { fileId, access: await tokenOf(me, fileId) })
    assert.equal((await getPicture(server, pictureAddress(again, picture))).status, 200)
  })

  test('a picture that neither the text nor a version names is removed after a day, with its bytes', async () => {
    const { fileId, mine, add, used } = await world()
    const [kept, lost] = [await add(), await add()]
    showPicture(mine, kept)
    await mine.saved()
    await foldDocuments(server.deps)
    await tidyPictures(server.deps)
    assert.equal((await rowsOf(fileId)).length, 2)
    const before = await used()
    const { size, body_id } = (await rowsOf(fileId)).find(({ key }) => key === lost)!
    now = new Date(now.getTime() + 2 * DAY)
    await tidyPictures(server.deps)
    assert.deepEqual(
      (await rowsOf(fileId)).map(({ key }) => key),
      [kept],
    )
    assert.equal(await used(), before - size)
    await removeBlobs(server.deps, [body_id])
    const left = await server.deps.db.selectFrom('bodies').select('id').where('id', '=', body_id).execute()
    assert.deepEqual(left, [])
  })

  test('the sweep of blobs leaves pictures alone; purging the text frees them', async () => {
    const { me, fileId, add, used } = await world()
    const empty = await used()
    await add()
    const [{ body_id } = { body_id: 0 }] = await rowsOf(fileId)
    now = new Date(now.getTime() + 2 * DAY)
    await sweepBlobs(server.deps)
    assert.equal((await rowsOf(fileId)).length, 1)
    await me.call('POST /apps/files/delete', { item_typed_ids: [`file_${fileId}`] })
    await me.call('POST /apps/files/delete_from_trash', { item_typed_ids: [`file_${fileId}`] })
    assert.ok((await used()) <= empty)
    await removeBlobs(server.deps, [body_id])
    assert.deepEqual(await server.deps.db.selectFrom('bodies').select('id').where('id', '=', body_id).execute(), [])
  })

  test('a copy as Word contains the picture with its description, and one as Markdown the description', async () => {
    const { me, fileId, mine, add } = await world()
    showPicture(mine, await add(await photo({ width: 1800, height: 900 })), '开放日合影')
    showPicture(mine, 'A'.repeat(22), '没有的图片')
    await mine.saved()
    const word = await copiedAs(me, fileId, 'docx')
    const parts = await unpack(await bytesOf(server, word.id))
    assert.equal(Object.keys(parts).filter((name) => name.startsWith('word/media/')).length, 1)
    assert.match(Buffer.from(parts['word/document.xml']!, 'hex').toString(), /descr="开放日合影"[^]*🖼 没有的图片/)
    const markdown = (await bytesOf(server, (await copiedAs(me, fileId, 'md')).id)).toString()
    assert.match(markdown, /🖼 开放日合影\n\n🖼 没有的图片/)
  })

  test('a copy as PDF contains the picture', { skip: withoutOffice }, async () => {
    const { me, fileId, mine, add } = await world()
    showPicture(mine, await add())
    await mine.saved()
    const { id } = await copiedAs(me, fileId, 'pdf')
    assert.match((await bytesOf(server, id)).toString('latin1'), /\/Subtype\s*\/Image/)
  })

  test('moving the text to another space moves the bytes of its pictures', async () => {
    const { owner, me, fileId, add } = await world()
    const other = await make.user({ enterprise: await enterpriseOf(owner.id) })
    const folder = await make.folder({ owner: other })
    await make.collab(folder, { user: owner }, 'coowner')
    await add()
    const [mine, theirs] = [await usedBy(owner.id), await usedBy(other.id)]
    await me.call('POST /apps/files/move', { item_typed_ids: [`file_${fileId}`], target_folder_id: folder.id })
    const moved = mine - (await usedBy(owner.id))
    assert.equal(await usedBy(other.id), theirs + moved)
    assert.ok(moved >= (await rowsOf(fileId))[0]!.size)
  })
})

async function enterpriseOf(userId: number) {
  return server.deps.db
    .selectFrom('users')
    .innerJoin('enterprises', 'enterprises.id', 'users.enterprise_id')
    .selectAll('enterprises')
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
}
