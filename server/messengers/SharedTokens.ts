import type { Clock } from '../time/clock'
import type { Db } from '../database/connect'
import type { Sealer } from '../crypto/sealing'

/** seconds before its end from which a token is not used any more, at most a tenth of its life */
const MARGIN = 300

interface NewToken {
  value: string
  /** that it lasts */
  seconds: number
}

/**
 * Tokens that a messenger gives for a while, the same for every process on the database: a newer one makes the older void. Whoever finds
 * none fetches it, and all others wait for that.
 */
export class SharedTokens {
  private readonly fetching = new Map<string, Promise<string>>()

  constructor(private readonly ports: { db: Db; sealer: Sealer; clock: Clock }) {}

  /** The token of a name. @param fetch asked where none is known that lasts */
  async take(name: string, fetch: () => Promise<NewToken>): Promise<string> {
    const known = await this.read(this.ports.db, name)
    if (known !== null) return known
    // One connection to the database a process, however many wait.
    const under = this.fetching.get(name)
    if (under) return under
    const fetched = this.fetchOnce(name, fetch).finally(() => this.fetching.delete(name))
    this.fetching.set(name, fetched)
    return fetched
  }

  /** Forgets a token that the messenger does not know any more, unless another one has taken its place. */
  async forget(name: string, value: string): Promise<void> {
    const { db } = this.ports
    await db.transaction().execute(async (transaction) => {
      await lock(transaction, name)
      if ((await this.read(transaction, name)) !== value) return
      await transaction.updateTable('messenger_tokens').set({ sealed: null }).where('name', '=', name).execute()
    })
  }

  private fetchOnce(name: string, fetch: () => Promise<NewToken>): Promise<string> {
    const { db, sealer, clock } = this.ports
    return db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('messenger_tokens')
        .values({ name, sealed: null, expires_at: clock() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await lock(transaction, name)
      const known = await this.read(transaction, name)
      if (known !== null) return known
      const { value, seconds } = await fetch()
      const usable = seconds - Math.min(MARGIN, seconds / 10)
      await transaction
        .updateTable('messenger_tokens')
        .set({ sealed: sealer.seal(value, name), expires_at: new Date(clock().getTime() + usable * 1000) })
        .where('name', '=', name)
        .execute()
      return value
    })
  }

  private async read(db: Db, name: string): Promise<string | null> {
    const row = await db
      .selectFrom('messenger_tokens')
      .select('sealed')
      .where('name', '=', name)
      .where('expires_at', '>', this.ports.clock())
      .executeTakeFirst()
    return row?.sealed ? this.ports.sealer.open(row.sealed, name) : null
  }
}

/** Until the transaction ends: of several processes one fetches. */
async function lock(db: Db, name: string): Promise<void> {
  await db.selectFrom('messenger_tokens').select('name').where('name', '=', name).forUpdate().execute()
}
