import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { TextEncoding } from '@/contract/previews/previews'
import { client } from '../../support/client'
import { sample } from '../../support/deep'
import { encode } from '../../support/samples/encode'
import { pdf } from '../../support/samples/samples'
import { zip } from '../../support/samples/zip'
import { makeLink, Visitor } from '../../support/shares/shares'
import { eventually } from '../../support/uploads/upload'
import { bytesAt, fileOf, finished, get, make, me, server, startDocumentServer, textOf } from './documentServer'

const WORDS = 'Привет, мир! Это проверка кодировки.'
/** The same bytes, read as the encoding of Windows. */
const OTHERWISE = new TextDecoder('windows-1251').decode(encode(WORDS, 'koi8-r'))
const all = TextEncoding.enum as TextEncoding[]

describe('[PREV-02] a reader chooses the encoding of a text', () => {
  startDocumentServer(() => new Date())

  const shownOf = async (id: number, more = {}, who = me) =>
    textOf(await bytesAt((await finished(id, who, more)).preview_url))
  const kindsOf = async (id: number) => {
    const { db } = server.deps
    const rows = await db
      .selectFrom('representations')
      .innerJoin('versions', 'versions.body_id', 'representations.body_id')
      .select(['kind', 'status'])
      .where('item_id', '=', id)
      .orderBy('kind')
      .execute()
    return rows.map(({ kind }) => kind)
  }

  test('the text is read as chosen, as often as the reader chooses, and the usual rendition stays', async () => {
    const { id } = await fileOf('公告.txt', encode(WORDS, 'koi8-r'))
    assert.ok((await shownOf(id)).includes(WORDS))
    assert.ok((await shownOf(id, { encoding: 'windows-1251' })).includes(OTHERWISE.slice(0, 6)))
    assert.ok((await shownOf(id, { encoding: 'koi8-r' })).includes(WORDS))
    assert.ok((await shownOf(id)).includes(WORDS))
    assert.deepEqual(await kindsOf(id), ['pdf', 'pdf:koi8-r', 'pdf:windows-1251'])
  })

  test('Markdown, a text in an archive and pictures of the pages, too', async () => {
    const { id } = await fileOf('公告.md', encode(`# ${WORDS}`, 'koi8-r'))
    assert.ok((await shownOf(id, { encoding: 'windows-1251' })).includes(OTHERWISE.slice(0, 6)))
    const pages = { file_id: id, encoding: 'windows-1251' } as const
    await finished(id, me, { encoding: 'windows-1251', pages: true })
    const { preview_urls } = await me.call('GET /apps/representations/pages', pages)
    assert.equal((await get(preview_urls[0]!)).headers.get('content-type'), 'image/jpeg')
    assert.deepEqual(await kindsOf(id), ['page_1:windows-1251', 'pages:windows-1251', 'pdf:windows-1251'])
    const archive = await fileOf('公告.zip', zip({ 'a.txt': encode(WORDS, 'koi8-r') }))
    assert.ok((await shownOf(archive.id, { entry: 0, encoding: 'windows-1251' })).includes(OTHERWISE.slice(0, 6)))
  })

  test('every encoding of the list reads any bytes, and further requests make nothing more', async () => {
    const { id } = await fileOf('any.log', Buffer.from(Array.from({ length: 512 }, (_, at) => at % 256)))
    const some = sample(all, 10)
    for (let round = 0; round < 2; round += 1)
      for (const encoding of some) assert.equal((await finished(id, me, { encoding })).status, 'generated', encoding)
    assert.deepEqual(await kindsOf(id), some.map((encoding) => `pdf:${encoding}`).sort())
  })

  test('an unknown encoding is refused, and a file that is no text has none', async () => {
    const text = await fileOf('a.txt', 'a')
    for (const encoding of ['utf-7', 'UTF-8', 'big5@u1', ''])
      await me.refused(
        'GET /apps/representations/info',
        { file_id: text.id, encoding: encoding as 'big5' },
        'invalid_request',
      )
    const document = await fileOf('a.pdf', await pdf())
    assert.equal((await finished(document.id, me, { encoding: 'koi8-r' })).status, 'generated')
    assert.deepEqual(await kindsOf(document.id), ['pdf'])
    assert.deepEqual(await kindsOf(text.id), [])
  })

  test('[PREV-13] a previewer sees the watermark in each encoding, and nothing without the right', async () => {
    const { id } = await fileOf('公告.txt', encode(WORDS, 'koi8-r'))
    const guest = await make.user({ name: '陈预览' })
    await make.collab({ id }, { user: guest }, 'previewer')
    const they = await client(server).as(guest.login)
    const { preview_url, category } = await finished(id, they, { encoding: 'windows-1251' })
    assert.equal(category, 'watermark_preview')
    // The pages are pictures.
    assert.ok(!(await textOf(await bytesAt(preview_url))).includes(OTHERWISE.slice(0, 6)))
    assert.deepEqual(await kindsOf(id), ['pdf:windows-1251', `pdf:windows-1251@u${guest.id}`])
    const other = new URL(preview_url!, server.url)
    other.searchParams.set('encoding', 'big5')
    assert.equal((await get(other.href)).status, 403)
    const stranger = await client(server).as((await make.user()).login)
    await stranger.refused('GET /apps/representations/info', { file_id: id, encoding: 'big5' }, 'item_not_found')
    await server.deps.db.deleteFrom('collabs').where('user_id', '=', guest.id).execute()
    assert.equal((await get(preview_url)).status, 403)
  })

  test('[LAND-05] a visitor chooses one, too, where the link allows previews', async () => {
    const file = await fileOf('公告.txt', encode(WORDS, 'koi8-r'))
    const link = await makeLink(me, file, { password: 'k7m3', password_protected: true })
    const visitor = new Visitor(server.url, link.unique_name)
    await visitor.open('k7m3')
    const { preview_url } = await eventually(async () => {
      const answer = await visitor.preview(file, { encoding: 'windows-1251' })
      assert.equal(answer.status, 'generated')
      return answer
    })
    assert.ok((await textOf(await bytesAt(preview_url))).includes(OTHERWISE.slice(0, 6)))
    await me.call('POST /apps/share_links/close', { share_link_ids: [link.id] })
    assert.equal((await get(preview_url)).status, 403)
  })
})
