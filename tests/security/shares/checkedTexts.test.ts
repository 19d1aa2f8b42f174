import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { collecting, Contributing, makeFileRequest } from '../../support/fileRequests/collecting'
import { codeOf, Sharing } from '../../support/shares/sharing'
import { makeLink, making } from '../../support/shares/shares'
import { upload } from '../../support/uploads/upload'

/* decisions 102: every text that others read passes the content check (AH-33) before it is stored. */

const BAD = '违禁'
let at: Sharing
let service: Server
let asked: { kind: string; text?: string; user_id: number }[] = []

before(async () => {
  service = createServer((request, response) => {
    let body = ''
    request
      .on('data', (chunk: Buffer) => (body += String(chunk)))
      .on('end', () => {
        const question = JSON.parse(body) as (typeof asked)[number]
        asked.push(question)
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ pass: !question.text?.includes(BAD) }))
      })
  })
  await once(service.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/check`
  at = await Sharing.open({ config: { contentCheck: { url, token: null } } })
  await at.server.deps.db.updateTable('enterprises').set({ complaints: true }).execute()
})
after(async () => {
  service.close()
  await at.close()
})
beforeEach(() => {
  asked = []
})

const item = () => at.make.file({ owner: at.owner })
const folder = () => at.make.folder({ owner: at.owner })

describe('[SHARE-16] texts of a link', () => {
  const texts = [
    ['description', { description: `你好 ${BAD}` }],
    ['watermark_customize_content', { is_watermark_customize_content: true, watermark_customize_content: BAD }],
  ] as const
  for (const [field, settings] of texts) {
    test(`${field} is checked when a link is made and when it is changed`, async () => {
      const file = await item()
      const { entry } = await at.me.refused('POST /apps/share_links/create', making(file, settings), 'content_refused')
      assert.equal(entry.field, field)
      const link = await makeLink(at.me, file)
      const { item_typed_id: _, item_typed_ids: __, current_version: ___, ...rest } = making(file, settings)
      const { group_ids: ____, invited_user_ids: _____, ...change } = rest
      const edit = { ...change, share_link_id: link.id }
      assert.equal((await at.me.refused('POST /apps/share_links/edit', edit, 'content_refused')).entry.field, field)
      assert.equal((await at.linkNow(link.id)).description, '')
    })
  }

  test('an unchanged text and an empty one are not checked', async () => {
    const file = await item()
    const link = await makeLink(at.me, file, { description: '好' })
    asked = []
    await makeLink(at.me, file)
    const { item_typed_id: _, item_typed_ids: __, current_version: ___, ...rest } = making(file, { description: '好' })
    const { group_ids: ____, invited_user_ids: _____, ...change } = rest
    await at.me.call('POST /apps/share_links/edit', { ...change, share_link_id: link.id })
    assert.deepEqual(asked, [])
  })

  test('a user without the right to share is refused before the service is asked', async () => {
    const foreign = await at.make.file({ owner: await at.make.user() })
    await at.me.refused('POST /apps/share_links/create', making(foreign, { description: 'x' }), 'item_not_found')
    assert.deepEqual(asked, [])
  })
})

describe('[AH-25] texts of a collecting link', () => {
  const texts: [field: string, given: { title?: string; text?: string; names?: string[] }][] = [
    ['title', { title: `作业 ${BAD}` }],
    ['text', { text: `请交 ${BAD}` }],
    ['names', { names: ['周舟', BAD] }],
  ]
  for (const [field, given] of texts) {
    test(`${field} is checked when a link is made and when it is changed`, async () => {
      const place = await folder()
      const make = collecting(place, given)
      const { entry } = await at.me.refused('POST /apps/collects/create', make, 'content_refused')
      assert.equal(entry.field, field)
      const link = await makeFileRequest(at.me, place)
      const change = { collect_id: link.id, ...given }
      assert.equal((await at.me.refused('POST /apps/collects/edit', change, 'content_refused')).entry.field, field)
    })
  }

  test('a name that a stranger types is checked, a listed one is not', async () => {
    const link = await makeFileRequest(at.me, await folder(), { names: ['周舟'] })
    asked = []
    const stranger = () => new Contributing(at.server.url, link.unique_name)
    assert.equal(await stranger().join(BAD), 'content_refused')
    asked = []
    assert.equal(await stranger().join('周舟'), 'success')
    assert.deepEqual(asked, [])
  })
})

describe('[UPL-07] the remark of an upload', () => {
  test('is checked before the file or the version is stored', async () => {
    const place = await folder()
    const refused = await upload(at.me, 'a.txt', Buffer.from('x'), { folder_id: place.id, remark: BAD }).catch(String)
    assert.match(String(refused), /content_refused/)
    const file = await item()
    const version = await upload(at.me, '', Buffer.from('y'), { target_file_id: file.id, remark: BAD }).catch(String)
    assert.match(String(version), /content_refused/)
    const { children } = await at.me.call('GET /apps/files/file_list/{folderId}', { folderId: place.id })
    assert.deepEqual(children, [])
  })
})

describe('[AH-33] a comment', () => {
  const split: [by: string, content: string][] = [
    ['a mention of nobody', '违@[99999:禁]'],
    ['a mention of everybody', '违@[0:禁]'],
    ['a mention of a group', '违@[g-99999:禁]'],
    ['an invisible character', '违\u200b禁'],
    ['a variation selector', '违\ufe00禁'],
  ]
  for (const [by, content] of split)
    test(`is checked as a whole, although ${by} splits a word`, async () => {
      const file = await item()
      const input = { item_typed_id: `file_${file.id}` as const, content }
      await at.me.refused('POST /apps/comments/create', input, 'content_refused')
      await at.me.call('POST /apps/comments/create', { ...input, content: content.replace('违', '不') })
      const { comments } = await at.me.call('GET /apps/files/comments', { item_typed_id: `file_${file.id}` })
      assert.equal(comments.length, 1)
    })

  test('is checked in plain letters', async () => {
    const content = 'ｂａｄ 𝐛𝐚𝐝'
    const { id } = await item()
    await at.me.call('POST /apps/comments/create', { item_typed_id: `file_${id}`, content })
    assert.equal(asked.at(-1)?.text, 'bad bad')
  })
})

describe('[LAND-06] the report of a link', () => {
  const reports = () => at.server.deps.db.selectFrom('share_reports').select(['text', 'contact']).execute()
  const visiting = async () => {
    const visitor = await at.opened(await makeLink(at.me, await item()))
    const input = { scenario: 'share', share_link_token: visitor.uniqueName, reason: 'fraud', text: '' } as const
    return { they: visitor.client, input }
  }

  for (const field of ['text', 'contact'] as const)
    test(`${field} is checked before it is stored`, async () => {
      const { they, input } = await visiting()
      const bad = { ...input, [field]: `你好 ${BAD}` }
      const { entry } = await they.refused('POST /apps/share_links/report', bad, 'content_refused')
      assert.equal(entry.field, field)
      assert.deepEqual(await reports(), [])
      assert.deepEqual(
        asked.map(({ kind, user_id: userId }) => [kind, userId]),
        [['comment', at.owner.id]],
      )
    })

  test('a network whose texts are refused again and again no longer reaches the service', async () => {
    const { they, input } = await visiting()
    const send = async () => codeOf(await they.send('POST /apps/share_links/report', { ...input, text: BAD }))
    for (let n = 0; n < 60; n += 1) await send()
    assert.equal(await send(), 'share_report_too_often')
    assert.ok(asked.length <= 40, `${asked.length} texts`)
    await they.refused('POST /apps/share_links/report', { ...input, text: '好' }, 'share_report_too_often')
    at.later(25 * 3600)
    const later = await visiting()
    await later.they.call('POST /apps/share_links/report', { ...later.input, text: '好' })
    assert.deepEqual(await reports(), [{ text: '好', contact: '' }])
  })
})

describe('[COLL-02] the message of an invitation', () => {
  test('is checked before anybody is invited', async () => {
    const { id } = await folder()
    const colleague = await at.make.user({ enterprise: at.enterprise })
    const input = { folder_id: id, invited_users: `${colleague.id}:viewer`, invitation_message: BAD }
    const { entry } = await at.me.refused('POST /apps/collabs/invite', input, 'content_refused')
    assert.equal(entry.field, 'invitation_message')
    const session = await at.signIn(colleague)
    assert.equal((await session.call('GET /apps/users/get_base_info', {})).unread_messages_count, 0)
    asked = []
    const foreign = await at.make.folder({ owner: await at.make.user() })
    assert.notEqual(
      codeOf(await at.me.send('POST /apps/collabs/invite', { ...input, folder_id: foreign.id })),
      'success',
    )
    assert.deepEqual(asked, [])
  })
})
