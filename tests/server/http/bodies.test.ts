import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { TObject, TSchema } from '@sinclair/typebox'
import { calls, type CallName } from '@/contract/api'
import type { ItemRow } from '../../../server/database/tables'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let member: Client
let folder: ItemRow
let file: ItemRow

before(async () => {
  server = await startTestServer({ config: { registration: 'personal' } })
  const make = factories(server.deps)
  const user = await make.user()
  folder = await make.folder({ owner: user })
  file = await make.file({ parent: folder })
  member = await client(server).as(user.login)
})
after(() => server.close())

const uuid = '00000000-0000-4000-8000-000000000000'

/** A value that the schema accepts. */
function sample(schema: TSchema): unknown {
  if (schema.anyOf) return sample((schema.anyOf as TSchema[])[0]!)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return (schema.enum as unknown[])[0]
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'array':
      return [sample(schema.items as TSchema)]
    case 'object':
      return Object.fromEntries(
        Object.entries((schema as TObject).properties ?? {}).map(([name, each]) => [name, sample(each)]),
      )
    default:
      if (!schema.pattern) return 'x'
      return [
        'file_1',
        'enterprise_1',
        'comment',
        '123456',
        '86',
        '(86)13800138000',
        uuid,
        'AbCdEfGhIjKlMnOpQrStUv',
        'x'.repeat(43),
      ].find((text) => new RegExp(schema.pattern as string).test(text))
  }
}

/** Values of other types that a lenient reader would convert. */
const others: Record<string, readonly unknown[]> = {
  integer: [null, [0], false, true, '1', '', {}, 1.5],
  boolean: [null, [true], 0, 1, 'true', ''],
  string: [null, ['x'], 1, true, {}],
  array: ['file_1', null, {}, 0],
  object: ['x', null, [], 1],
}

describe('a value of another type is refused, never converted', () => {
  /* Only a visitor of a link may report it, and only administrators send files of people, so the body of anybody else is not judged. */
  const ofOthers: readonly CallName[] = ['POST /apps/share_links/report', 'POST /admin/import/check']
  const posts = (Object.keys(calls) as CallName[]).filter(
    (name) => name.startsWith('POST ') && !ofOthers.includes(name),
  )
  for (const name of posts) {
    const { properties, required = [] } = calls[name].request as TObject
    const fields = Object.entries(properties).filter(([, schema]) => others[schema.type as string])
    if (fields.length === 0) continue
    test(name, async () => {
      const body = Object.fromEntries(required.map((field) => [field, sample(properties[field]!)]))
      for (const [field, schema] of fields) {
        for (const value of others[schema.type as string]!) {
          const { entry } = await member.refused(name, { ...body, [field]: value }, 'invalid_request')
          assert.equal(entry.field, field, `${field}: ${JSON.stringify(value)}`)
        }
      }
    })
  }

  for (const target_folder_id of [null, '', false, [0]]) {
    test(`a move to ${JSON.stringify(target_folder_id)} does not end in the own root`, async () => {
      const { entry } = await member.refused(
        'POST /apps/files/move',
        { item_typed_ids: [`file_${file.id}`], target_folder_id },
        'invalid_request',
      )
      assert.equal(entry.field, 'target_folder_id')
      const { item } = await member.call('GET /apps/files/get_info', { item_typed_id: `file_${file.id}` })
      assert.equal(item?.parent_folder_id, folder.id)
    })
  }

  for (const body of ['[]', '["x"]', '"x"', '7', 'null', 'true']) {
    test(`a body that is ${body} is refused`, async () => {
      const { body: answer } = await member.request('POST', '/api/apps/users/logout', body)
      assert.match(JSON.stringify(answer), /invalid_request/)
      await member.call('GET /apps/users/get_base_info', {})
    })
  }

  test('a body of plain text is refused', async () => {
    const { body } = await member.request('POST', '/api/apps/users/sessions/end_others', 'x', {
      'content-type': 'text/plain',
    })
    assert.match(JSON.stringify(body), /invalid_request/)
  })

  test('a query is text, and numbers are read only when spelled as such', async () => {
    const { status, body } = await member.request('GET', '/api/apps/files/file_list/0?limit=1&offset=0')
    assert.deepEqual([status, (body as { success: boolean }).success], [200, true])
    for (const query of ['limit=1&limit=2', 'limit=true', 'limit=', 'limit=1.5'])
      assert.match(
        JSON.stringify((await member.request('GET', `/api/apps/files/file_list/0?${query}`)).body),
        /invalid_request/,
        query,
      )
  })
})
