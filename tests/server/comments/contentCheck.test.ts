import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, test } from 'node:test'
import { sample } from '../../support/deep'
import { Contributing, makeFileRequest } from '../../support/fileRequests/collecting'
import { recording } from '../../support/samples/media'
import { photo, seeThrough } from '../../support/samples/samples'
import { post, refusedWith } from '../../support/uploads/upload'
import {
  at,
  contents,
  CREATE,
  editor,
  edits,
  enterprise,
  file,
  folder,
  idOf,
  make,
  outside,
  own,
  postComment,
  server,
  sign,
  startCommentServer,
  unread,
  type Verdict,
  MINUTE,
  viewer,
  views,
} from './commentServer'

let now = Date.UTC(2026, 8, 1)
let verdict: Verdict

beforeEach(() => {
  now += 2 * MINUTE
  verdict = () => ({ pass: true })
})

startCommentServer(
  () => new Date(now),
  (body) => verdict(body),
)

describe('[AH-33] the content check', () => {
  test('every text is checked, and the verdict decides', async () => {
    verdict = ({ kind, text, user_id }) => ({ pass: kind === 'comment' && user_id === editor.id && text === '好' })
    await postComment(edits, '好')
    const { entry } = await edits.refused(CREATE, { content: '坏', item_typed_id: idOf(file) }, 'content_refused')
    assert.equal(entry.field, 'content')
    assert.deepEqual(await contents(edits), ['好'])
  })

  test('the right and the mentions are checked again after the verdict', async () => {
    verdict = async () => {
      await make.collab(file, { user: editor }, 'reset')
      return { pass: true }
    }
    await edits.refused(CREATE, { content: '好', item_typed_id: idOf(file) }, 'item_not_found')
    assert.deepEqual(await contents(own), [])
    verdict = async () => {
      await make.collab(file, { user: viewer }, 'reset')
      return { pass: true }
    }
    const { content } = await postComment(own, at(viewer, '甲'))
    assert.equal(content, '@甲')
    assert.equal(await unread(views), 0)
  })

  const broken: [string, unknown][] = [
    ['no answer', 'cut'],
    ['no verdict', {}],
    ['an invalid verdict', { pass: 'yes' }],
    ['no object', []],
  ]
  for (const [what, answer] of sample(broken, 2))
    test(`the check fails safe: with ${what} nothing is published`, async () => {
      verdict = () => answer
      await edits.refused(CREATE, { content: '好', item_typed_id: idOf(file) }, 'content_unchecked')
      assert.deepEqual(await contents(edits), [])
    })

  test('pictures are checked, too: without approval or answer the previous picture stays', async () => {
    const admin = await make.user({ enterprise, isAdministrator: true })
    const they = await sign(admin)
    const [picture, other] = [(await photo()).toString('base64'), (await seeThrough()).toString('base64')]
    const sets = [
      ['POST /enterprise/set_logo', 'logo_url', { picture: other, is_dark: false }],
      ['POST /enterprise/set_logo', 'logo_url', { picture: other, is_dark: true }],
      ['POST /apps/users/set_picture', 'avatar', { picture: other }],
    ] as const
    for (const [call, field, wanted] of sets) {
      const asked: { kind: string; user_id: number }[] = []
      verdict = ({ kind, user_id }) => void asked.push({ kind, user_id })
      const address = ((await they.call(call, { ...wanted, picture })) as Record<string, unknown>)[field] as string
      assert.deepEqual(asked, [{ kind: 'picture', user_id: admin.id }])
      const before = await fetch(server.url + address)
      assert.equal(before.status, 200)
      for (const [answer, code] of [
        [{ pass: false }, 'content_refused'],
        ['cut', 'content_unchecked'],
        [{}, 'content_unchecked'],
      ] as const) {
        verdict = () => answer
        await they.refused(call, wanted, code)
        assert.equal((await fetch(server.url + address)).status, 200)
      }
      verdict = () => 'cut'
      await they.call(call, { ...wanted, picture: null })
      assert.notEqual((await fetch(server.url + address)).status, 200)
    }
    const asked: string[] = []
    verdict = ({ kind }) => void asked.push(kind)
    await edits.refused('POST /enterprise/set_logo', { picture: other }, 'permission_denied')
    assert.deepEqual(asked, [])
  })

  test('a recording that is refused or not checked does not exist, and nothing of it is stored', async () => {
    const bytes = await recording({ extension: 'mp3', audio: 'libmp3lame', seconds: 1 })
    const speak = async () => {
      const address = `${server.url}/api/apps/comments/create_voice?item_typed_id=${idOf(file)}`
      const headers = { 'X-Requested-With': 'XMLHttpRequest', 'content-type': 'audio/mpeg', ...edits.headers }
      const answer = await fetch(address, { method: 'POST', headers, body: new Uint8Array(bytes) })
      return { status: answer.status, body: (await answer.json()) as unknown }
    }
    const storedFiles = () => readdir(join(server.folder, 'files'), { recursive: true })
    const before = (await storedFiles()).length
    for (const [answer, code] of [
      [{ pass: false }, 'content_refused'],
      ['cut', 'content_unchecked'],
    ] as const) {
      verdict = ({ kind }) => (kind === 'voice' ? answer : { pass: true })
      refusedWith(await speak(), code)
    }
    assert.deepEqual([await contents(edits), (await storedFiles()).length], [[], before])
    verdict = () => ({ pass: true })
    assert.equal((await speak()).status, 200)
    assert.equal((await contents(edits)).length, 1)
  })

  test('names are checked, too: an item whose name is refused or not checked does not exist', async () => {
    const asked: string[] = []
    verdict = ({ kind, text = '' }) => {
      asked.push(kind)
      return { pass: text.startsWith('好') }
    }
    const send = async (name: string) => {
      const { upload_url } = await own.call('POST /apps/files/presign_upload', { file_size: 1, folder_id: folder.id })
      return post(own, upload_url, [Buffer.from('x')], { 'x-file-name': encodeURIComponent(name) })
    }
    const names = async () => {
      const rows = await server.deps.db.selectFrom('items').select('name').where('parent_id', '=', folder.id).execute()
      return rows.map(({ name }) => name).sort()
    }
    const rename = { item_typed_id: idOf(file), name: '坏.pdf' }
    const made = { parent_folder_id: folder.id, name: '坏' }
    for (const code of ['content_refused', 'content_unchecked'] as const) {
      await own.refused('POST /apps/files/edit', rename, code)
      await own.refused('POST /apps/files/new_folder', made, code)
      refusedWith(await send('坏.txt'), code)
      assert.deepEqual(await names(), ['招生简章.pdf'])
      if (code === 'content_refused') assert.deepEqual(asked, ['name', 'name', 'name'])
      verdict = () => 'cut'
    }
    verdict = ({ kind, text = '' }) => {
      asked.push(kind)
      return { pass: text.startsWith('好') }
    }
    await outside.refused('POST /apps/files/edit', rename, 'item_not_found')
    await views.refused('POST /apps/files/new_folder', made, 'permission_denied')
    assert.equal(asked.length, 3)
    await own.call('POST /apps/files/edit', { ...rename, name: '好.pdf' })
    await own.call('POST /apps/files/new_folder', { ...made, name: '好' })
    assert.equal((await send('好.txt')).status, 200)
    assert.deepEqual(await names(), ['好', '好.pdf', '好.txt'])
  })

  test('an upload to a collecting link carries the contributor’s name, which is checked with the file name', async () => {
    const link = await makeFileRequest(own, folder)
    const somebody = new Contributing(server.url, link.unique_name)
    assert.equal(await somebody.join('坏人'), 'success')
    const asked: string[] = []
    verdict = ({ text = '' }) => {
      asked.push(text)
      return { pass: !text.includes('坏') }
    }
    assert.equal(await somebody.handIn('作业.pdf', 'one'), 'content_refused')
    assert.deepEqual([asked, await somebody.own()], [['坏人 - 作业.pdf'], []])
  })
})
