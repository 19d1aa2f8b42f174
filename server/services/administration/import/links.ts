import { randomBytes } from 'node:crypto'
import type { UserActor } from '../../../actors/actor'
import { hashOf } from '../../../crypto/secretHash'
import { Refused } from '../../../errors'
import { refusalOn } from '../../../policies/administration'
import { lockPeople } from '../../../queries/administration/accounts'
import { findImport } from '../../../queries/administration/imports'
import { insertAuditEvents, putSignInLinks } from '../../../queries/administration/importedPeople'
import { act, requireRight, type Ports } from '../acts'
import { linkExpiry } from '../../session/oneTimeLinks'
import { isOld } from './imports'

/** people per statement */
const BATCH = 500

export interface ImportLink {
  login: string
  name: string
  email: string
  token: string
}

/**
 * Makes one-time links for the new people of a done import who have no password yet. They replace earlier links, so that a lost file can be made
 * again.
 * @throws Refused permission_denied, import_gone
 */
export function makeImportLinks(
  ports: Ports,
  actor: UserActor,
  id: number,
): Promise<{ links: ImportLink[]; expiresAt: Date }> {
  return act(ports, actor, async ({ db, actor: present, at }) => {
    requireRight(present, 'importPeople')
    const row = await findImport(db, actor.enterprise.id)
    if (row?.id !== id || row.state !== 'done' || isOld(row, at)) throw new Refused('import_gone')
    const expiresAt = linkExpiry(at)
    const links: ImportLink[] = []
    for (let from = 0; from < row.created_ids.length; from += BATCH) {
      const found = await lockPeople(db, row.created_ids.slice(from, from + BATCH))
      // Meanwhile some may have left, or have become administrators.
      const people = found.filter(
        (each) => each.is_active && each.password_hash === null && refusalOn(present, 'resetPassword', each) === null,
      )
      const made = people.map((each) => ({ ...each, token: randomBytes(32).toString('base64url') }))
      await putSignInLinks(
        db,
        made.map(({ id: userId, token }) => ({ userId, hash: hashOf(token) })),
        { at, expiresAt },
      )
      await insertAuditEvents(
        db,
        { at, userId: actor.user.id, address: actor.address ?? '' },
        made.map(({ id: userId }) => ({ deed: 'sign_in_link_made', detail: { user_id: userId } })),
      )
      links.push(...made.map(({ login, name, email, token }) => ({ login, name, email, token })))
    }
    return { links, expiresAt }
  })
}
