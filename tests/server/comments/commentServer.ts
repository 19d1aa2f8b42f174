import http from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach } from 'node:test'
import type { EnterpriseRow, ItemRow, UserRow } from '../../../server/database/tables'
import type { Client } from '../../support/client'
import { factories } from '../../support/factories'
import { signedIn } from '../../support/session/signedIn'
import { startTestServer, type TestServer } from '../../support/testServer'

export const CREATE = 'POST /apps/comments/create'
export const DELETE = 'POST /apps/comments/delete'
export const LIST = 'GET /apps/files/comments'
const MESSAGES = 'GET /apps/messages/get_list'
export const READ = 'POST /apps/messages/child_messages_mark_read'
export const MINUTE = 60_000
let check: http.Server
/** The answer of the content check; `cut` closes the connection without an answer. */
export type Verdict = (body: { kind: string; text?: string; user_id: number }) => unknown
export let server: TestServer
export let make: ReturnType<typeof factories>
export let enterprise: EnterpriseRow
export let owner: UserRow
export let editor: UserRow
export let viewer: UserRow
export let stranger: UserRow
export let folder: ItemRow
export let file: ItemRow
export let own: Client
export let edits: Client
export let views: Client
export let outside: Client

/** Starts a server with a content check for the tests of a file. Each test has a shared folder and a file in it. */
export function startCommentServer(clock: () => Date, verdict: Verdict = () => ({ pass: true })): void {
  before(async () => {
    check = http.createServer((request, response) => {
      let body = ''
      request
        .on('data', (chunk) => (body += chunk))
        .on('end', async () => {
          const answer = await verdict(JSON.parse(body) as { kind: string; user_id: number })
          if (answer === 'cut') return void response.destroy()
          response.setHeader('content-type', 'application/json')
          response.end(JSON.stringify(answer ?? { pass: true }))
        })
    })
    await once(check.listen(0, '127.0.0.1'), 'listening')
    const url = `http://127.0.0.1:${(check.address() as AddressInfo).port}/check`
    server = await startTestServer({
      clock,
      config: { contentCheck: { url, token: null } },
      live: { gather: 20, heartbeat: 500, retry: 100 },
    })
    make = factories(server.deps)
  })
  after(async () => {
    check.close()
    await server.close()
  })

  /** A shared folder with a file, its owner, and three users with different roles. */
  beforeEach(async () => {
    enterprise = await make.enterprise()
    ;[owner, editor, viewer, stranger] = [
      await make.user({ enterprise }),
      await make.user({ enterprise }),
      await make.user({ enterprise }),
      await make.user({ enterprise }),
    ]
    folder = await make.folder({ owner })
    file = await make.file({ parent: folder }, { name: '招生简章.pdf' })
    await make.collab(folder, { user: editor }, 'editor')
    await make.collab(folder, { user: viewer }, 'viewer')
    ;[own, edits, views, outside] = [await sign(owner), await sign(editor), await sign(viewer), await sign(stranger)]
  })
}

export const sign = (user: UserRow) => signedIn(server, user)
export const idOf = (item: ItemRow) => `${item.is_folder ? 'folder' : 'file'}_${item.id}` as `file_${number}`
export const postComment = async (who: Client, content: string, item = file) =>
  (await who.call(CREATE, { content, item_typed_id: idOf(item) })).comment
export const list = (who: Client, item = file, more: object = {}) =>
  who.call(LIST, { item_typed_id: idOf(item), no_pagination: true, ...more })
export const contents = async (who: Client, item = file) =>
  (await list(who, item)).comments.map(({ content }) => content)
export const messages = async (who: Client) => (await who.call(MESSAGES, { types: 'comment' })).messages
export const unread = async (who: Client) => (await who.call('GET /apps/users/get_base_info', {})).unread_messages_count
export const at = (user: UserRow, name = user.name) => `@[${user.id}:${name}]`
export const countOf = async (who: Client, item = file) =>
  (await who.call('GET /apps/files/get_info', { item_typed_id: idOf(item) })).item?.comment_count
