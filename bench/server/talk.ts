import http from 'node:http'
import { sql } from 'kysely'
import type { Db } from '../../server/database/connect'
import { client } from '../../tests/support/client'
import { factories } from '../../tests/support/factories'
import type { Measurement } from '../measurement'
import { prepareGround } from '../service'
import { percentileOf } from './timed'

const comments = 1000
const messages = 100_000

/** Lists all 1,000 comments of an item, and the first and a late page of one user's 100,000 messages, with unread counts. */
export async function measureTalk(): Promise<Measurement[]> {
  const ground = await prepareGround()
  try {
    const { url } = await ground.serve()
    const { login, file } = await fill(ground.db, ground.storage)
    const { headers } = await client({ url }).asApplet(login)
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    const measured = (path: string) => percentileOf(path, url, headers, agent)
    const talk = await measured(`/apps/files/comments?item_typed_id=file_${file}&no_pagination=true`)
    const first = await measured('/apps/messages/get_list?types=comment,share_link,collab')
    const late = await measured('/apps/messages/get_list?types=comment&page_number=1000')
    agent.destroy()
    return [
      { id: 'server.talk.comments', value: talk },
      { id: 'server.talk.messages', value: first },
      { id: 'server.talk.late', value: late },
    ]
  } finally {
    await ground.close()
  }
}

async function fill(db: Db, storage: Parameters<typeof factories>[0]['storage']) {
  const make = factories({ db, storage, clock: () => new Date() })
  const enterprise = await make.enterprise()
  const [user, other] = [await make.user({ enterprise }), await make.user({ enterprise })]
  const folder = await make.folder({ owner: other })
  const file = await make.file({ parent: folder })
  await make.collab(folder, { user }, 'editor')
  await sql`
    insert into comments (item_id, author_id, content)
    select ${file.id}, ${other.id}, repeat('第 ' || n || ' 条', 1 + n % 20) from generate_series(1, ${comments}::integer) n`.execute(
    db,
  )
  await sql`
    with own (n, type) as (
      select n, (array['comment', 'share_link_notice', 'collab_notice'])[1 + n % 3] from generate_series(1, ${messages}::integer) n
    ), items as (
      insert into items (parent_id, is_folder, name, name_key, creator_id, updater_id)
      select ${folder.id}, true, '项 ' || n, '项 ' || n, ${other.id}, ${other.id} from own where type = 'comment'
      returning id, name
    )
    insert into messages (user_id, type, item_name, object_typed_id, comment_item_id, sender_id, unread_count, created_at, modified_at)
    select ${user.id}, type, '项 ' || n, 'folder_' || items.id, items.id, ${other.id}, (type <> 'comment' and n % 50 = 0)::integer,
      now() - n * interval '1 minute', now() - n * interval '1 minute'
    from own left join items on items.name = '项 ' || n`.execute(db)
  await sql`
    with said as (
      insert into comments (item_id, author_id, content)
      select comment_item_id, ${other.id}, '看看' from messages where user_id = ${user.id} and comment_item_id is not null
      returning id, item_id
    )
    insert into comment_notices (message_id, comment_id, is_mention, is_read)
    select messages.id, said.id, said.id % 10 = 0, said.id % 50 <> 0
    from said join messages on comment_item_id = item_id and user_id = ${user.id}`.execute(db)
  await sql`analyze`.execute(db)
  return { login: user.login, file: file.id }
}
