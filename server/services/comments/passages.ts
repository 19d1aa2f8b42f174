import type { UserActor } from '../../actors/actor'
import type { StoredPassage } from '../../database/commentTables'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { KeyedSemaphore } from '../../limits/KeyedSemaphore'
import { passagesOn } from '../../queries/comments/passages'
import { openState, requireState } from '../documents/body'
import { requireDocument } from '../documents/opening'
import { passageIn } from '../documents/passages'
import { requireReadable } from './reading'

/** Texts that are opened at the same time to read a passage: per user, and in total. Each may have 20 MB. */
const AT_ONCE = { user: 1, all: 2 }

/** Where a passage begins and ends: Yjs relative positions, in base64. */
export type PassageEnds = Pick<StoredPassage, 'start' | 'end'>

type Ports = Pick<Dependencies, 'db' | 'clock' | 'config' | 'storage'>

/** Reads the passages of texts that comments are about (DOC-06). */
export class Passages {
  private readonly turns = new KeyedSemaphore<number>(AT_ONCE.user, AT_ONCE.all)

  constructor(private readonly ports: Ports) {}

  /**
   * The passage with its words, which the server reads itself, so that nobody puts words into a text.
   * @throws Refused as requireDocument; not_support for a workbook; comment_passage_gone if the text has no such passage
   */
  async read(actor: UserActor, fileId: number, { start, end }: PassageEnds): Promise<StoredPassage> {
    const { file, kind } = await requireDocument(this.ports, actor, fileId)
    if (kind !== 'ydoc') throw new Refused('not_support')
    await requireState(this.ports, file, kind)
    return this.turns.run(actor.user.id, async () => {
      const { document } = await openState(this.ports, fileId, kind)
      try {
        const text = passageIn(document, Buffer.from(start, 'base64'), Buffer.from(end, 'base64'))
        if (text === null) throw new Refused('comment_passage_gone')
        return { start, end, ...text }
      } finally {
        document.destroy()
      }
    })
  }
}

/** The passages that the open threads on a text are about. @throws Refused as requireReadable */
export async function listPassages(
  db: Db,
  actor: UserActor,
  fileId: number,
): Promise<{ id: number; passage: StoredPassage }[]> {
  const access = await requireReadable(db, actor, `file_${fileId}`)
  return passagesOn(db, access.chain[0].id)
}
