import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { CallName } from '@/contract/api'
import type { Errors } from '@/contract/errors'
import type { Item } from '@/contract/entities'
import { searchWords } from '@/domain/search/words'
import { client, type Client } from '../../support/client'
import { sample } from '../../support/deep'
import { factories } from '../../support/factories'
import { allowed as all, faultOf, naughty } from '../../support/naughtyNames'
import { startTestServer, type TestServer } from '../../support/testServer'
import { zip } from '../../support/samples/zip'
import { until } from '../../support/until'
import { upload } from '../../support/uploads/upload'

const allowed = sample(all, 20)

describe('decisions 4.24 and 50: naughty strings as names', () => {
  let server: TestServer
  let me: Client
  before(async () => {
    server = await startTestServer()
    me = await client(server).as((await factories(server.deps).user()).login)
  })
  after(() => server.close())

  /** All items of a folder, page by page. */
  async function listed(folderId: number): Promise<Item[]> {
    const rows: Item[] = []
    for (;;) {
      const { items, children = items ?? [] } = await me.call('GET /apps/files/file_list/{folderId}', {
        folderId,
        offset: rows.length,
        limit: 200,
      })
      rows.push(...children)
      if (children.length === 0) return rows
    }
  }

  /** A prefix of whole letters that a user can type. It stops before a blank with a combining mark, which would join the letter before it. */
  const letters = new Intl.Segmenter()
  function beginning(words: string): string {
    let typed = ''
    for (const { segment } of letters.segment(words)) {
      if ([...typed, ...segment].length > 100) break
      typed += segment
    }
    return typed
  }

  const newFolder = async (name: string, parent_folder_id: number) =>
    (await me.call('POST /apps/files/new_folder', { parent_folder_id, name })).new_folder

  test('the list is complete, and most of it can be names', () => {
    assert.ok(naughty.length > 450 && all.length > 180, `${all.length} of ${naughty.length}`)
  })

  test('allowed names are stored, listed and found as folders with the same bytes', async () => {
    const { id } = await newFolder('folders', 0)
    for (const name of allowed) assert.equal((await newFolder(name, id)).name, name)
    assert.deepEqual((await listed(id)).map(({ name }) => name).sort(), [...allowed].sort())
    for (const name of allowed) {
      const words = beginning(searchWords(name.split(/\s(?=\p{M})/u)[0]!))
      const { items } = await me.call('GET /apps/files/search', {
        query_words: words,
        search_in_folder: id,
        limit: 200,
      })
      assert.ok(
        items.some((item) => item.name === name),
        `not found: ${JSON.stringify(name)} by ${JSON.stringify(words)}`,
      )
    }
  })

  test('allowed names are uploaded and downloaded as files with the same bytes', async () => {
    const { id } = await newFolder('files', 0)
    for (const name of allowed) {
      const bytes = Buffer.from(name)
      const file = await upload(me, name, bytes, { folder_id: id })
      assert.equal(file.name, name)
      const { download_url } = await me.call('GET /apps/files/download', { file_id: file.id, no_redirect: true })
      const answer = await fetch(new URL(download_url, server.url))
      assert.deepEqual(Buffer.from(await answer.arrayBuffer()), bytes)
      const [, saved = ''] = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get('content-disposition') ?? '') ?? []
      assert.equal(decodeURIComponent(saved), name)
    }
    assert.deepEqual((await listed(id)).map(({ name }) => name).sort(), [...allowed].sort())
  })

  test('other names are refused with the reason and the character, and leave nothing behind', async () => {
    const { id } = await newFolder('refused', 0)
    for (const text of sample(naughty, 60)) {
      const fault = faultOf(text.trim())
      if (fault === null) continue
      const { body } = await me.send('POST /apps/files/new_folder', { parent_folder_id: id, name: text })
      const { success, errors } = body as { success: boolean; errors: Errors }
      const [entry] = errors.validation_errors ?? []
      assert.deepEqual([success, entry?.error_code, entry?.field], [false, fault.code, 'name'], JSON.stringify(text))
      if (fault.character === undefined || fault.code === 'name_end') continue
      const code = fault.character.codePointAt(0)!
      const shown =
        code < 0x21 || code > 0x7e ? `U+${code.toString(16).toUpperCase().padStart(4, '0')}` : fault.character
      assert.ok(entry!.error_tr_msg.includes(shown), `${entry!.error_tr_msg} names not ${shown}`)
    }
    assert.deepEqual(await listed(id), [])
  })
})

/** Created before such names were refused: both end in `gpj.exe` and read as `exe.jpg`. */
describe('names that reverse the text direction are shown without the control characters', () => {
  let server: TestServer
  let me: Client
  let make: ReturnType<typeof factories>
  let address: string
  before(async () => {
    server = await startTestServer()
    make = factories(server.deps)
    const user = await make.user()
    me = await client(server).as(user.login)
    const folder = await make.folder({ owner: user }, { name: '照片\u202egpj' })
    const file = await make.file({ parent: folder }, { name: '照片\u2067gpj.exe' })
    address = `file_${file.id}`
    const typed = address as `file_${number}`
    await me.call('POST /apps/frequently_used_items/add', { typed_id: typed })
    await me.call('POST /recent_items/mark_as_used', { item_typed_id: typed })
  })
  after(() => server.close())

  const id = () => Number(address.split('_')[1])
  const asked: [CallName, () => object][] = [
    ['GET /apps/files/file_list', () => ({})],
    ['GET /apps/files/get_info', () => ({ item_typed_id: address })],
    ['GET /apps/files/search', () => ({ query_words: '照片' })],
    ['GET /apps/files/versions', () => ({ file_id: id() })],
    ['GET /apps/frequently_used_items/get_list', () => ({})],
    ['GET /recent_items/get_list', () => ({})],
    ['GET /apps/audit/list', () => ({})],
  ]
  for (const [name, input] of asked) {
    test(name, async () => {
      const { body } = await me.send(name, input())
      const text = JSON.stringify(body)
      assert.doesNotMatch(text, /\p{Bidi_Control}/u)
      if (name !== 'GET /apps/audit/list') assert.match(text, /照片\ufffdgpj/)
    })
  }

  test('names that reverse the text direction are cleaned in saved downloads and in packs', async () => {
    const { download_url } = await me.call('GET /apps/files/download', { file_id: id() })
    const { headers } = await fetch(server.url + download_url)
    assert.equal(headers.get('content-disposition')?.split("''")[1], encodeURIComponent('照片\ufffdgpj.exe'))
    const { items } = await me.call('GET /apps/files/file_list', {})
    const pack = await me.call('POST /pack_download/download', { item_typed_ids: [items![0]!.typed_id] })
    const packed = await fetch(server.url + pack.download_url)
    assert.doesNotMatch(decodeURIComponent(packed.headers.get('content-disposition')!), /\p{Bidi_Control}/u)
    const bytes = Buffer.from(await packed.arrayBuffer()).toString('utf8')
    assert.match(bytes, /照片\ufffdgpj\/照片\ufffdgpj\.exe/)
    assert.doesNotMatch(bytes, /gpj[^]*[\u202e\u2067]|[\u202e\u2067][^]*gpj/)
  })

  test('names that reverse the text direction are cleaned in an archive, whose folders open by the clean name', async () => {
    const content = zip({ '文件\u202egpj/读我\u202etxt.exe': 'x' })
    const { id: file_id } = await upload(me, '包.zip', content)
    await until('the list of the archive', async () => {
      const { status } = await me.call('GET /apps/representations/info', { file_id, kind: 'zip' })
      return status === 'extract_completed'
    })
    const { entries } = await me.call('GET /apps/representations/entries', { file_id })
    assert.equal(entries[0]?.name, '文件\ufffdgpj')
    const inner = await me.call('GET /apps/representations/entries', { file_id, folder: entries[0].name })
    assert.equal(inner.entries[0]?.name, '读我\ufffdtxt.exe')
  })
})
