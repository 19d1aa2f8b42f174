import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { client, type Client } from '../../support/client'
import { endWriters, joinWriter, makeDocument, tokenOf } from '../../support/documents/writers'
import { openEvents } from '../../support/eventStream'
import { startManyServers, type ManyServers } from '../../support/manyServers'
import { startServerProcess } from '../../support/serverProcess'
import { until } from '../../support/until'
import { upload } from '../../support/uploads/upload'

let many: ManyServers
let first: Client
let second: Client
let third: Client
before(async () => {
  many = await startManyServers()
})
after(() => many.close())
afterEach(endWriters)
beforeEach(async () => {
  const user = await many.make.user({ enterprise: await many.make.enterprise({ collaborative_document: true }) })
  ;[first, second, third] = many.everywhere(await client(many.servers[0]!).as(user.login)) as [Client, Client, Client]
})

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('[RUN-02] a drive of three processes', () => {
  test('each call of a visit may reach another process', async () => {
    const { new_folder: folder } = await first.call('POST /apps/files/new_folder', {
      parent_folder_id: 0,
      name: '轮流',
    })
    const file = await upload(second, '内容.txt', Buffer.from('内容'), { folder_id: folder.id })
    await third.call('POST /apps/files/edit', { item_typed_id: `file_${file.id}`, name: '改名.txt' })
    const { children } = (await first.call('GET /apps/files/file_list/{folderId}', {
      folderId: folder.id,
      folder_type: 'folder',
    })) as { children: { name: string }[] }
    assert.deepEqual(
      children.map(({ name }) => name),
      ['改名.txt'],
    )
    const { download_url: address } = await second.call('GET /apps/files/download', { file_id: file.id })
    assert.equal(await (await fetch(new URL(address, third.url))).text(), '内容')
  })

  test('a change at any process reaches the open lists of the others', async () => {
    const events = await Promise.all([first, second, third].map((who) => openEvents(who, 'own')))
    await second.call('POST /apps/files/new_folder', { parent_folder_id: 0, name: '新的' })
    for (const stream of events) await stream.hears('changed own')
    for (const stream of events) stream.close()
  })

  test('a preview that one process makes is sent by the others', async () => {
    const file = await upload(first, '点.png', Buffer.from(PNG, 'base64'), { folder_id: 0 })
    for (const who of [second, third, first])
      await until('the picture', async () => {
        const { body } = await who.send('GET /apps/representations/info', { file_id: file.id, kind: 'image_1024' })
        return JSON.stringify(body).includes('"generated"')
      })
  })

  test('signing out at one process ends the session at the others', async () => {
    await first.call('POST /apps/users/logout', {})
    for (const who of [second, third])
      assert.equal((await who.call('GET /apps/users/is_user_logged_in', {})).is_user_logged_in, false)
  })

  test('people write one document at three processes, and go on when one is killed', async () => {
    const { item } = await makeDocument(first)
    const extra = await startServerProcess(many.settings)
    const [fourth] = many.everywhere(first, [extra]) as [Client]
    const open = async (who: Client) =>
      joinWriter({ url: who.url }, { fileId: item.id, access: await tokenOf(who, item.id) })
    const writers = [await open(first), await open(second), await open(third)]
    const leaving = await open(fourth)
    const everybody = [...writers, leaving]
    for (const [at, writer] of everybody.entries()) writer.write(`第 ${at} 段`)
    await until('all paragraphs', () => everybody.every((writer) => writer.read().length === 4))
    await leaving.saved()
    await extra.kill()
    for (const [at, writer] of writers.entries()) writer.write(`之后 ${at}`)
    await until('all further paragraphs', () => writers.every((writer) => writer.read().length === 7))
    for (const writer of writers) assert.deepEqual(writer.read(), writers[0]!.read())
    // What the killed process acknowledged is there for a writer at another process.
    const again = await joinWriter({ url: second.url }, { fileId: item.id, access: await tokenOf(second, item.id) })
    await until('its paragraphs', () => again.read().length === 7)
    assert.ok(again.read().includes('第 3 段'))
  })
})
