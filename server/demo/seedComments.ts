import { writeMention } from '@/domain/comments/mentions'
import { calendar } from '../time/calendar'
import type { Db } from '../database/connect'
import { insertComment, insertNotices } from '../queries/comments/comments'
import type { StoredBlob } from '../storage/BlobStorage'
import { userId } from './people'
import type { SeededItem, World } from './seedItems'
import { days, hours, minutes, type Login } from './seeds'

const teacher = 'teacher@mingde.demo'
const administrator = 'admin@mingde.demo'
const li = 'liwei@mingde.demo'
const luo = 'luoyi@mingde.demo'

/** The sample that is a voice comment. */
export const voiceSample = 'anthem.mp3'
/** seconds of the sample */
const VOICE_SECONDS = 7

interface CommentSeed {
  by: Login
  age: number
  /** `@` stands for the mention of `to`; absent: a voice comment. */
  text?: string
  /** People who are notified; the first is mentioned if the text has an `@`. */
  to: readonly Login[]
}

/** Comments by the path of their item, oldest first. */
const comments: Readonly<Record<string, readonly CommentSeed[]>> = {
  '招生办公室/2026 年秋季招生简章（终稿）.pdf': [
    { by: li, age: hours(2), text: '第三页的计划数已经和教务处核对过了。', to: [teacher, administrator] },
    { by: teacher, age: hours(1), text: '收到，封面的日期我改成了 12 月 1 日。', to: [li] },
    { by: administrator, age: minutes(20), text: '@ 印刷前请再看一遍联系电话。', to: [teacher] },
  ],
  '招生办公室/校歌旋律.mp3': [
    { by: luo, age: days(1), to: [teacher] },
    { by: teacher, age: hours(20), text: '节奏再慢一点更好。', to: [luo] },
  ],
}

/** Inserts comments, one of them a recording, and the messages about them. */
export async function seedComments(
  db: Db,
  { people, now }: World,
  items: ReadonlyMap<string, SeededItem>,
  voice: StoredBlob,
): Promise<void> {
  for (const [path, seeds] of Object.entries(comments)) {
    const item = items.get(path)
    if (!item) throw new Error(`The demo world has no item ${path}`)
    for (const { by, age, text, to } of seeds) {
      const at = calendar(now).subtract(age, 'minutes').toDate()
      const authorId = userId(people, by)
      const userIds = to.map((login) => userId(people, login))
      const isMention = text?.startsWith('@') ?? false
      const id = await insertComment(db, {
        item_id: item.id,
        author_id: authorId,
        content: isMention ? text!.replace('@', await mentionOf(db, userIds[0]!)) : (text ?? ''),
        voice_key: text === undefined ? voice.key : null,
        voice_seconds: text === undefined ? VOICE_SECONDS : null,
        created_at: at,
      })
      await insertNotices(
        db,
        { id, itemId: item.id, itemTypedId: `file_${item.id}`, itemName: item.name, authorId, at },
        { userIds, mentionedIds: isMention ? userIds.slice(0, 1) : [] },
      )
    }
  }
}

async function mentionOf(db: Db, id: number): Promise<string> {
  const { name } = await db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirstOrThrow()
  return writeMention({ kind: 'user', id, name })
}
