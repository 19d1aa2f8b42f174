import { withoutDirections } from '@/domain/items/naming'
import type { OpenPeople } from '../../queries/applications/itemFacts'
import type { CommentView } from '../../queries/comments/comments'
import { secondsOf } from '../../time/clock'
import { presentPerson } from './people'

/** A comment on a file. @param fileName of the file */
export function presentOpenComment({ row }: Pick<CommentView, 'row'>, fileName: string, people: OpenPeople) {
  return {
    id: row.id,
    comment_id: row.id,
    file_id: row.item_id,
    content: row.content,
    created_at: secondsOf(row.created_at),
    user: presentPerson(row.author_id, people),
    item: { type: 'file' as const, id: row.item_id, name: withoutDirections(fileName), user_count: null },
  }
}
