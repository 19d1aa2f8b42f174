import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Role } from '@/contract/entities'
import { client } from '../../support/client'
import { codeOf, getPicture, photo, pictureAddress, sendPicture, showPicture } from '../../support/documents/pictures'
import { floodsOfPixels } from '../../support/hostile/pictures'
import { endWriters, joinWriter, makeDocument, tokenOf } from '../../support/documents/writers'
import { factories } from '../../support/factories'
import { makeLink, Visitor } from '../../support/shares/shares'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let make: ReturnType<typeof factories>
before(async () => {
  server = await startTestServer({ connections: 10 })
  make = factories(server.deps)
})
afterEach(endWriters)
after(() => server.close())

/** A text with a picture, and a person with a role on its folder. */
async function world(role: Role = 'viewer') {
  const enterprise = await make.enterprise({ collaborative_document: true })
  const [owner, other] = [await make.user({ enterprise }), await make.user({ enterprise })]
  const folder = await make.folder({ owner })
  const collab = await make.collab(folder, { user: other }, role)
  const [me, they] = [await client(server).as(owner.login), await client(server).as(other.login)]
  const { item } = await makeDocument(me, 'ydoc', folder.id)
  const access = await tokenOf(me, item.id)
  const mine = await joinWriter(server, { fileId: item.id, access })
  const picture = (await sendPicture(server, access, await photo())).body.picture!
  showPicture(mine, picture)
  await mine.saved()
  return { me, they, folder, collab, item, fileId: item.id, access, mine, picture }
}

const statusOf = async (address: string) => (await getPicture(server, address)).status
const count = (fileId: number) =>
  server.deps.db.selectFrom('document_pictures').select('key').where('item_id', '=', fileId).execute()

describe('[DOC-09] a picture has the rights of its text', () => {
  test('a previewer sees it, and no longer once the role has ended', async () => {
    const { they, fileId, picture, collab } = await world('previewer')
    const theirs = await joinWriter(server, { fileId, access: await tokenOf(they, fileId) })
    const address = pictureAddress(theirs, picture)
    assert.equal(await statusOf(address), 200)
    await server.deps.db.deleteFrom('collabs').where('id', '=', collab.id).execute()
    assert.equal(await statusOf(address), 403)
  })

  test('a visitor of a link sees it, and no longer once the link is closed', async () => {
    const { me, fileId, picture } = await world()
    const settings = { password_protected: true, password: 'k7m3' }
    const link = await makeLink(me, { id: fileId, is_folder: false }, settings)
    const visitor = new Visitor(server.url, link.unique_name)
    await visitor.open('k7m3')
    const access = await tokenOf(visitor.client, fileId, { scenario: 'share', share_link_token: link.unique_name })
    const theirs = await joinWriter(server, { fileId, access })
    const address = pictureAddress(theirs, picture)
    assert.equal(await statusOf(address), 200)
    assert.equal(codeOf(await sendPicture(server, access, await photo())), 'permission_denied')
    await me.call('POST /apps/share_links/close', { share_link_ids: [link.id] })
    assert.equal(await statusOf(address), 403)
  })

  test('an address ends with the session, with the text in the recycle bin, and when somebody alters it', async () => {
    const { me, fileId, mine, picture } = await world()
    const address = pictureAddress(mine, picture)
    for (const altered of [
      address.replace(/&s=.*/, ''),
      address.replace(`file_id=${fileId}`, `file_id=${fileId + 1}`),
      `${address}&x=1`,
      address.replace(picture, 'A'.repeat(22)),
      address.replace(picture, '..%2f..%2fetc%2fpasswd'),
      address.replace(picture, 'x'.repeat(5000)),
    ])
      assert.ok([403, 404, 414].includes(await statusOf(altered)), altered)
    await me.call('POST /apps/files/delete', { item_typed_ids: [`file_${fileId}`] })
    assert.equal(await statusOf(address), 403)
    const other = await world()
    await other.me.call('POST /apps/users/logout', {})
    assert.equal(await statusOf(pictureAddress(other.mine, other.picture)), 403)
  })

  test('the key of another text’s picture shows nothing, also within one’s own text', async () => {
    const [at, other] = [await world(), await world()]
    showPicture(at.mine, other.picture)
    await at.mine.saved()
    assert.equal(await statusOf(pictureAddress(at.mine, other.picture)), 403)
    assert.equal(await statusOf(pictureAddress(other.mine, at.picture)), 403)
  })

  test('a copy by somebody who loses the original keeps its own pictures only', async () => {
    const { they, fileId, picture, collab } = await world('viewer')
    const answer = await they.call('POST /apps/files/copy', {
      item_typed_ids: [`file_${fileId}`],
      target_folder_id: 0,
    })
    const copyId = answer.files_and_folders[0]!.id
    const copy = await joinWriter(server, { fileId: copyId, access: await tokenOf(they, copyId) })
    const original = await joinWriter(server, { fileId, access: await tokenOf(they, fileId) })
    const address = pictureAddress(original, picture)
    await server.deps.db.deleteFrom('collabs').where('id', '=', collab.id).execute()
    assert.deepEqual([await statusOf(pictureAddress(copy, picture)), await statusOf(address)], [200, 403])
  })
})

describe('[DOC-09] only writers add pictures', () => {
  for (const role of ['viewer', 'previewer'] as const)
    test(`a ${role} adds none`, async () => {
      const { they, fileId } = await world(role)
      const access = await tokenOf(they, fileId)
      assert.equal(codeOf(await sendPicture(server, access, await photo())), 'permission_denied')
      assert.equal((await count(fileId)).length, 1)
    })

  test('a token that is missing, forged, or of another purpose adds none', async () => {
    const { access, fileId, mine } = await world()
    const query = mine.told('opened')!.pictures.split('?')[1]!
    for (const token of ['', 'x', query, access.replace(`file_id=${fileId}`, `file_id=${fileId + 1}`), `${access}0`])
      assert.equal(codeOf(await sendPicture(server, token, await photo())), 'document_access')
    assert.equal((await count(fileId)).length, 1)
  })

  test('a locked text takes none from others', async () => {
    const { me, they, fileId } = await world('editor')
    await me.call('POST /apps/files/lock', { item_typed_id: `file_${fileId}` })
    assert.equal(codeOf(await sendPicture(server, await tokenOf(they, fileId), await photo())), 'item_locked')
  })

  test('a workbook has no pictures', async () => {
    const { me, folder } = await world()
    const { item } = await makeDocument(me, 'yxls', folder.id)
    assert.equal(codeOf(await sendPicture(server, await tokenOf(me, item.id), await photo())), 'not_support')
  })
})

describe('[DOC-09] what is no picture is refused', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'
  const bad: [what: string, bytes: () => Buffer | Promise<Buffer>, type: string][] = [
    ['SVG', () => Buffer.from(svg), 'image/svg+xml'],
    ['SVG that calls itself PNG', () => Buffer.from(svg), 'image/png'],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'text/html'],
    ['a PDF', () => Buffer.from('%PDF-1.7\n'), 'image/jpeg'],
    ['a PNG whose pixels are noise', () => Buffer.from('\x89PNG\r\n\x1a\nnoise', 'latin1'), 'image/png'],
    ['a JPEG that ends at once', async () => (await photo()).subarray(0, 20), 'image/jpeg'],
    ['nothing', () => Buffer.alloc(0), 'image/png'],
  ]
  for (const [what, bytes, type] of bad)
    test(what, async () => {
      const { access, fileId } = await world()
      const answer = await sendPicture(server, access, await bytes(), type)
      assert.equal(codeOf(answer), 'document_picture_unreadable')
      assert.equal((await count(fileId)).length, 1)
    })

  for (const { name, bytes } of floodsOfPixels.filter(({ ends }) => ends === 'too_large'))
    test(`a flood of pixels: ${name}`, async () => {
      const { access, fileId } = await world()
      const answer = await sendPicture(server, access, Buffer.from(await bytes('')))
      assert.equal(codeOf(answer), 'document_picture_unreadable')
      assert.equal((await count(fileId)).length, 1)
    })

  test('more pictures at once than a person may send', async () => {
    const { access, fileId } = await world()
    const large = await photo({ width: 2000, height: 2000 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => sendPicture(server, access, large)))
    const codes = answers.map(codeOf)
    assert.ok(codes.includes('asked_too_often'), codes.join())
    assert.deepEqual(
      codes.filter((code) => code !== null && code !== 'asked_too_often'),
      [],
    )
    assert.equal((await count(fileId)).length, 1 + codes.filter((code) => code === null).length)
    assert.equal(codeOf(await sendPicture(server, access, large)), null)
  })

  test('more bytes than a picture may have', async () => {
    const { access, fileId } = await world()
    // The server may close the connection before it has read everything.
    await sendPicture(server, access, Buffer.alloc(21 * 1024 * 1024, 1)).catch(() => null)
    assert.equal((await count(fileId)).length, 1)
  })

  test('a picture is answered as a picture, whatever its sender called it, and runs nowhere', async () => {
    const { access, mine } = await world()
    const { body } = await sendPicture(server, access, await photo(), 'text/html')
    const answer = await fetch(server.url + pictureAddress(mine, body.picture!))
    assert.equal(answer.headers.get('content-type'), 'image/jpeg')
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    assert.match(answer.headers.get('content-security-policy') ?? '', /sandbox/)
  })
})
