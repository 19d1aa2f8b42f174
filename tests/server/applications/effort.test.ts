import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { UserRow } from '../../../server/database/tables'
import { makeApplication, OpenClient } from '../../support/applications/applications'
import { client as drive } from '../../support/client'
import { factories } from '../../support/factories'
import { decideShares } from '../../support/shares/sharePolicy'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let make: ReturnType<typeof factories>
let teacher: UserRow
let few: Filled
let many: Filled
let client: OpenClient
const statements: string[] = []

/** A folder, and the file in it that has the comments. */
interface Filled {
  id: number
  fileId: number
}

/** rows of the longer lists */
const MANY = 20

before(async () => {
  server = await startTestServer({ watch: (statement) => statements.push(statement) })
  make = factories(server.deps)
  const school = await make.enterprise()
  await decideShares(server.deps, school, { is_share_force_passwd_switch: false })
  const administrator = await make.user({ enterprise: school, isAdministrator: true })
  teacher = await make.user({ enterprise: school })
  client = new OpenClient(
    server.url,
    await new OpenClient(server.url).token(await makeApplication(server, administrator), teacher),
  )
  few = await filled(2, 'few')
  many = await filled(MANY, 'many')
})
after(() => server.close())

/** A folder with files and folders, comments on its first file, links to it, and members, as many of each. */
async function filled(count: number, word: string): Promise<Filled> {
  const folder = await make.folder({ owner: teacher })
  for (let n = 0; n < count / 2; n += 1) {
    await make.folder({ parent: folder }, { name: `${word} folder ${n}` })
    await make.file({ parent: folder }, { name: `${word} file ${n}.txt` })
  }
  const { id: fileId } = await make.file({ parent: folder })
  for (let n = 0; n < count; n += 1) {
    const person = await make.user({ enterprise: { id: teacher.enterprise_id } })
    await make.collab(folder, { user: person }, 'editor')
    await client.call('POST /v2/comment/create', { file_id: fileId, content: 'x' })
    const link = { folder_id: folder.id, access: 'public', due_time: 'never_expire' } as const
    await client.call('POST /v2/share_link/create', link)
  }
  return { id: folder.id, fileId }
}

/** The fewest statements of several answers: jobs of the server send theirs in between. */
async function effortOf(ask: () => Promise<unknown>): Promise<number> {
  const counts = []
  for (let n = 0; n < 6; n += 1) {
    statements.length = 0
    await ask()
    counts.push(statements.length)
  }
  return Math.min(...counts)
}

describe('[OAPI-03] [OAPI-04] the effort of an answer does not grow with its rows', () => {
  const lists: [title: string, ask: (of: Filled, word: string) => Promise<unknown>][] = [
    ['children', ({ id }) => client.call('GET /v2/folder/{id}/children', { id })],
    ['a search', (_, query_words) => client.call('GET /v2/item/search', { query_words })],
    [
      'a search in the order of names',
      (_, query_words) => client.call('GET /v2/item/search', { query_words, sort_by: 'name' }),
    ],
    ['links', ({ id }) => client.call('GET /v2/folder/{id}/share_links', { id })],
    ['comments', ({ fileId: id }) => client.call('GET /v2/file/{id}/comments', { id })],
    ['members', ({ id }) => client.call('GET /v2/folder/{id}/collabs', { id })],
  ]
  for (const [title, ask] of lists)
    test(title, async () => {
      const [ofFew, ofMany] = [await effortOf(() => ask(few, 'few')), await effortOf(() => ask(many, 'many'))]
      assert.ok(ofMany <= ofFew, `${ofMany} statements, of few rows ${ofFew}`)
    })
})

describe('[OAPI-03] a program takes no more statements than the drive for the same answer', () => {
  test('the children of a folder, and one file', async () => {
    const own = await drive(server).as(teacher.login)
    const { id, fileId } = many
    const pairs: [ofDrive: () => Promise<unknown>, ofProgram: () => Promise<unknown>][] = [
      [
        () => own.call('GET /apps/files/file_list/{folderId}', { folderId: id }),
        () => client.call('GET /v2/folder/{id}/children', { id }),
      ],
      [
        () => own.call('GET /apps/files/get_info', { item_typed_id: `file_${fileId}` }),
        () => client.call('GET /v2/file/{id}/info_v2', { id: fileId }),
      ],
    ]
    for (const [ofDrive, ofProgram] of pairs) {
      const [most, taken] = [await effortOf(ofDrive), await effortOf(ofProgram)]
      assert.ok(taken <= most, `${taken} statements, of the drive ${most}`)
    }
  })
})
