import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import type { OpenCallName } from '@/contract/applications'
import type { Permission } from '@/contract/entities'
import type { ItemRow } from '../../../server/database/tables'
import { makeApplication, OpenClient, refusedWith } from '../../support/applications/applications'
import { client } from '../../support/client'
import { expectedPermissions, roles } from '../../support/access/roleTable'
import {
  administrator,
  clientFor,
  file,
  folder,
  make,
  school,
  server,
  startApplicationServer,
  teacher,
} from './applicationServer'

startApplicationServer()

describe('[OPEN-06] an application has the rights of its user', () => {
  /** The permission on the file or folder that each call needs, from the specification's table. */
  const asks: [OpenCallName, Permission, (of: { file: ItemRow; folder: ItemRow }) => object][] = [
    ['GET /v2/file/{id}/info', 'item_view', (of) => ({ id: of.file.id })],
    ['GET /v2/file/{id}/download', 'item_download', (of) => ({ id: of.file.id })],
    ['GET /v2/file/preview_token', 'item_preview', (of) => ({ file_id: of.file.id })],
    ['GET /v2/folder/{id}/info', 'item_view', (of) => ({ id: of.folder.id })],
    ['GET /v2/folder/{id}/children', 'item_view', (of) => ({ id: of.folder.id })],
    ['POST /v2/folder/create', 'create_folder', (of) => ({ parent_id: of.folder.id, name: `n${Math.random()}` })],
    [
      'POST /v2/file/upload',
      'item_upload',
      (of) => ({ parent_id: of.folder.id, name: 'new.txt', upload_type: 'api', file_size: 1 }),
    ],
  ]
  for (const role of roles.filter((each) => each !== 'owner')) {
    test(`calls follow the permissions of the role ${role}`, async () => {
      const member = await make.user({ enterprise: school })
      await make.collab(folder, { user: member }, role)
      const theirs = await clientFor(member)
      for (const [name, permission, ask] of asks) {
        const answer = await theirs.send(name, ask({ file, folder }))
        const may = expectedPermissions(role).includes(permission)
        assert.equal(answer.status === 200, may, `${name} as ${role}: ${answer.status}`)
        if (!may) assert.equal((await answer.text()).includes('one.txt'), false)
      }
    })
  }

  test('a search finds only items that the user sees, and never by their contents', async () => {
    const [mine, other] = [await make.user({ enterprise: school }), await make.user({ enterprise: school })]
    const word = `needle${Math.random()}`.replace('.', '')
    const own = await make.file({ owner: mine }, { name: `${word} own.txt` })
    await make.file({ owner: other }, { name: `${word} hidden.txt` })
    const lent = await make.folder({ owner: other }, { name: `${word} lent` })
    await make.collab(lent, { user: mine }, 'viewer')
    const uploadOnly = await make.folder({ owner: other }, { name: `${word} box` })
    await make.file({ parent: uploadOnly }, { name: `${word} in the box.txt` })
    await make.collab(uploadOnly, { user: mine }, 'uploader')
    const { body_id: bodyId } = await server.deps.db
      .selectFrom('versions')
      .select('body_id')
      .where('item_id', '=', own.id)
      .executeTakeFirstOrThrow()
    const indexedText = { body_id: bodyId, text: 'saidwithin', key: 'saidwithin', marks: [] }
    await server.deps.db.insertInto('contents').values(indexedText).execute()
    const byContent = await (
      await client(server).as(mine.login)
    ).call('GET /apps/files/search', {
      query_words: 'saidwithin',
    })
    assert.equal(byContent.items.length, 1)
    const theirs = await clientFor(mine)
    const found = async (query_words: string) =>
      (await theirs.call('GET /v2/search', { query_words })).items.map(({ name }) => name).sort()
    const whole = await client(server).as(mine.login)
    const { items } = await whole.call('GET /apps/files/search', { query_words: word })
    assert.deepEqual(await found(word), items.map(({ name }) => name).sort())
    assert.ok(!(await found(word)).some((name) => name.includes('hidden')))
    assert.deepEqual(await found('saidwithin'), [])
    const folders = await theirs.call('GET /v2/search', { query_words: word, file_type_category: 'folder' })
    assert.ok(folders.items.length > 0 && folders.items.every(({ type }) => type === 'folder'))
    await theirs.refused('GET /v2/search', { query_words: '  ' }, 400, 'request_data_invalid')
  })

  test('foreign files answer like missing ones', async () => {
    const stranger = await make.user({ enterprise: school })
    const theirs = await clientFor(stranger)
    const asks: [OpenCallName, (id: number) => object][] = [
      ['GET /v2/file/{id}/info', (id) => ({ id })],
      ['GET /v2/file/{id}/download', (id) => ({ id })],
      ['GET /v2/file/preview_token', (id) => ({ file_id: id })],
    ]
    for (const [name, ask] of asks) {
      const answerTo = async (id: number) => ({
        ...((await (await theirs.send(name, ask(id))).json()) as object),
        request_id: '',
      })
      assert.deepEqual(await answerTo(file.id), await answerTo(900_000_000), name)
    }
  })

  test('a right that the user lost is lost to earlier tokens and addresses', async () => {
    const member = await make.user({ enterprise: school })
    const { id } = await make.collab(folder, { user: member }, 'editor')
    const theirs = await clientFor(member)
    const { preview_token: shown } = await theirs.call('GET /v2/file/preview_token', { file_id: file.id })
    const { download_url: address } = await theirs.call('GET /v2/file/{id}/download', { id: file.id })
    const input = { parent_id: folder.id, name: 'late.txt', upload_type: 'api' } as const
    const { presign_url: upload } = await theirs.call('POST /v2/file/upload', input)
    await server.deps.db.deleteFrom('collabs').where('id', '=', id).execute()
    await theirs.refused('POST /v2/preview/info', {}, 404, 'file_not_found', { 'x-preview-token': shown })
    assert.equal((await fetch(address)).status, 403)
    await refusedWith(await theirs.post(upload, 'late'), 404, 'file_not_found')
  })

  test('an address has the scopes of the token that requested it, not those of the application', async () => {
    const looking = await clientFor(teacher, { scope: 'item_preview' })
    const { preview_token: shown } = await looking.call('GET /v2/file/preview_token', { file_id: file.id })
    const previewInfo = await looking.call('POST /v2/preview/info', {}, { 'x-preview-token': shown })
    assert.equal(previewInfo.download_url, null)
    const key = (name: string) => new URL(name, server.url).searchParams.get('a')!
    const { download_url: address } = await (
      await clientFor(teacher)
    ).call('GET /v2/file/{id}/download', {
      id: file.id,
    })
    assert.notEqual(key(address).replace(/s\d+/, ''), key(address))
    const forged = address.replace(/a\d+s\d+u\d+/, (each) => each.replace(/s\d+/, 's1'))
    assert.equal((await fetch(forged)).status, 403)
  })

  test('a preview token is not valid as an access token, for another application, or for another file', async () => {
    const teachers = await clientFor(teacher)
    const { preview_token: shown } = await teachers.call('GET /v2/file/preview_token', { file_id: file.id })
    await new OpenClient(server.url, shown).refused('GET /v2/user/info', {}, 401, 'invalid_token')
    const other = await makeApplication(server, administrator)
    const others = await clientFor(teacher, {}, other)
    await others.refused('POST /v2/preview/info', {}, 401, 'invalid_token', { 'x-preview-token': shown })
    const access = teachers.headers.authorization!.slice('Bearer '.length)
    await teachers.refused('POST /v2/preview/info', {}, 401, 'invalid_token', { 'x-preview-token': access })
    const another = await make.file({ owner: teacher }, { name: 'another.txt', content: 'another' })
    const seen = { 'x-preview-token': shown }
    await teachers.refused('POST /v2/preview/info', { file_id: another.id }, 400, 'request_data_invalid', seen)
    await teachers.call('POST /v2/preview/info', { file_id: file.id }, seen)
    const userToken = others.headers.authorization!.slice('Bearer '.length)
    const input = { preview_user_token: userToken }
    await teachers.refused('POST /v2/preview/info', input, 401, 'invalid_token', { 'x-preview-token': shown })
  })

  test('thousands of tokens of one user do not end those of others', async () => {
    const busy = await make.user({ enterprise: school })
    const theirs = await clientFor(busy)
    const teachers = await clientFor(teacher)
    const { db } = server.deps
    const mine = db.selectFrom('application_tokens').where('user_id', '=', busy.id)
    const { application_id: application } = await mine.select('application_id').executeTakeFirstOrThrow()
    await sql`insert into application_tokens (token_hash, application_id, user_id, scopes, file_id, created_at, expires_at)
      select sha256(convert_to(n::text, 'UTF8')), ${application}, ${busy.id}, '{}', ${file.id}, now(), now() + interval '2 hours'
      from generate_series(1, 10000) as n`.execute(db)
    const own = await make.file({ owner: busy }, { name: 'own.txt', content: 'own' })
    await theirs.call('GET /v2/file/preview_token', { file_id: own.id })
    await teachers.call('GET /v2/user/info', {})
    const { left } = await mine.select((eb) => eb.fn.countAll().as('left')).executeTakeFirstOrThrow()
    assert.equal(Number(left), 10_000)
  })

  test('an upload address belongs to the requesting application and user, and accepts only the announced bytes', async () => {
    const teachers = await clientFor(teacher)
    const input = { parent_id: folder.id, name: 'x.txt', upload_type: 'api', file_size: 2 } as const
    const { presign_url: url } = await teachers.call('POST /v2/file/upload', input)
    const stolen = url.replace(/a=a(\d+)s/, (_, id: string) => `a=a${Number(id) + 1}s`)
    assert.equal((await teachers.post(stolen, 'ab')).status, 403)
    const ofAnother = url.replace(/(a=a\d+s\d+u)(\d+)/, (_, before: string, id: string) => `${before}${Number(id) + 1}`)
    assert.notEqual(ofAnother, url)
    assert.equal((await teachers.post(ofAnother, 'ab')).status, 403)
    await refusedWith(await teachers.post(url, 'a'.repeat(5000)), 400, 'upload_length')
    const { presign_url: short } = await teachers.call('POST /v2/file/upload', { ...input, name: 'short.txt' })
    await refusedWith(await teachers.post(short, 'a'), 400, 'upload_length')
    const huge = { ...input, file_size: 53_687_091_200 }
    await teachers.refused('POST /v2/file/upload', huge, 413, 'file_too_large')
  })
})
