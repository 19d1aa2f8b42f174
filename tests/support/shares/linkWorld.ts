import { sql } from 'kysely'
import type { ShareLink } from '@/contract/shares/shares'
import type { UserRow } from '../../../server/database/tables'
import { savePolicy } from '../../../server/queries/shares/policies'
import { client } from '../client'
import type { factories } from '../factories'
import { photo } from '../samples/samples'
import { freePolicy } from './shareTable'
import { makeLink, Visitor } from './shares'
import type { TestServer } from '../testServer'
import { until } from '../until'

interface Site {
  server: TestServer
  make: ReturnType<typeof factories>
}

const DAY = 86_400
const soon = (days: number) => Math.floor(Date.now() / 1000) + days * DAY + 600

/** Creates an enterprise whose links need no password and no limit. */
export async function freeEnterprise({ server, make }: Site) {
  const enterprise = await make.enterprise()
  const { is_share_company_allowed: _, ...policy } = { ...freePolicy, is_share_management: true }
  await savePolicy(server.deps.db, enterprise.id, policy)
  return enterprise
}

/** A user with a link in every state, in the order of these names, oldest first. */
export async function userWithLinks(site: Site) {
  const { server, make } = site
  const { db } = server.deps
  const enterprise = await freeEnterprise(site)
  const user = await make.user({ enterprise })
  const me = await client(server).as(user.login)
  const file = (name: string, content: Buffer | string = '欢迎报名') => make.file({ owner: user }, { name, content })
  const change = (link: ShareLink, values: object) =>
    db.updateTable('share_links').set(values).where('id', '=', link.id).execute()

  const expired = await makeLink(me, await file('去年简章.txt'), { due_time: soon(1) })
  await change(expired, { due_at: new Date(Date.now() - 3 * DAY * 1000) })

  const closed = await makeLink(me, await file('报名名单.txt'))
  await me.call('POST /apps/share_links/close', { share_link_ids: [closed.id] })

  // A picture can be shown immediately.
  const talk = await file('宣讲会.jpg', await photo())
  const used = await makeLink(me, talk, { is_preview_limit: true, preview_limit: 1, disable_download: true })
  const visitor = new Visitor(server.url, used.unique_name)
  await visitor.open()
  await previewOf(visitor, talk)

  const waiting = await makeLink(me, await file('待审.txt'))
  await change(waiting, { approval_state: 1 })

  const gone = await file('删掉的.txt')
  const unavailable = await makeLink(me, gone)
  await me.call('POST /apps/files/delete', { item_typed_ids: [`file_${gone.id}`] })

  const folder = await make.folder({ owner: user }, { name: '校园开放日照片' })
  const open = await makeLink(me, folder)

  const brochure = await file('招生简章（终稿）.jpg', await photo())
  const protectedLink = await makeLink(me, brochure, {
    password: 'k7m3',
    password_protected: true,
    due_time: soon(3),
    is_download_limit_v2: true,
    download_limit_v2: 50,
  })
  return { enterprise, user, me, expired, closed, used, waiting, unavailable, open, protectedLink, brochure, folder }
}

/** Previews a file until it is shown, which counts it. */
export async function previewOf(visitor: Visitor, file: { id: number }): Promise<void> {
  await until('the preview', async () => (await visitor.preview(file)).status === 'generated')
}

/** Creates many links of one file. @param letter distinguishes the links of several fillings */
export async function fillWithLinks({ server, make }: Site, user: UserRow, count: number, letter = 'a'): Promise<void> {
  const { db } = server.deps
  const file = await make.file({ owner: user }, { name: '简章.txt' })
  await sql`
    with made as (
      insert into share_links (unique_name, serial_number, maker_id, enterprise_id, access, description,
        disable_download, disable_forward, watermark_content, is_watermark_visitor, is_first_visit_told, created_at)
      select lpad(n::text, 22, ${letter}), 'N' || ${letter} || n, ${user.id}, ${user.enterprise_id}, 'public', '', false, false, '', false, false, now()
      from generate_series(1, ${count}::int) n returning id
    )
    insert into share_link_items (link_id, position, item_id, is_folder, name, extension, size)
    select id, 1, ${file.id}, false, ${file.name}, 'txt', 1 from made`.execute(db)
}
