import type { Clock } from '../time/clock'
import type { Db } from '../database/connect'
import type { Encrypter } from '../crypto/encryption'

/** seconds before its expiry that a token is replaced, at most a tenth of its lifetime */
const MARGIN = 300

interface NewToken {
  value: string
  /** its lifetime */
  seconds: number
}

/**
 * Temporary tokens of a messenger, shared by all processes on the database, because a newer token invalidates the older one. The first process
 * without a valid token fetches one; the others wait for it.
 */
export class SharedTokens {
  private readonly fetching = new Map<string, Promise<string>>()

  constructor(private readonly ports: { db: Db; encrypter: Encrypter; clock: Clock }) {}

  /** The valid token of a name. @param fetch called when none is stored */
  async get(name: string, fetch: () => Promise<NewToken>): Promise<string> {
    const known = await this.read(this.ports.db, name)
    if (known !== null) return known
    // All waiters of a process share one connection to the database.
    const pending = this.fetching.get(name)
    if (pending) return pending
    const fetched = this.fetchOnce(name, fetch).finally(() => this.fetching.delete(name))
    this.fetching.set(name, fetched)
    return fetched
  }

  /** Forgets a token that the messenger no longer accepts, unless a newer one has replaced it. */
  async forget(name: string, value: string): Promise<void> {
    const { db } = this.ports
    await db.transaction().execute(async (transaction) => {
      await lock(transaction, name)
      if ((await this.read(transaction, name)) !== value) return
      await transaction.updateTable('messenger_tokens').set({ sealed: null }).where('name', '=', name).execute()
    })
  }

  private fetchOnce(name: string, fetch: () => Promise<NewToken>): Promise<string> {
    const { db, encrypter, clock } = this.ports
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
        .set({ sealed: encrypter.encrypt(value, name), expires_at: new Date(clock().getTime() + usable * 1000) })
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
    return row?.sealed ? this.ports.encrypter.decrypt(row.sealed, name) : null
  }
}

/** Locks the name until the transaction ends, so that only one process fetches. */
async function lock(db: Db, name: string): Promise<void> {
  await db.selectFrom('messenger_tokens').select('name').where('name', '=', name).forUpdate().execute()
}
