import { commentParts, mentionName, writeMention, type Mention } from '@/domain/comments/mentions'
import type { Role } from '@/contract/entities'
import type { Db } from '../../database/connect'
import { mayBeNotified } from '../../policies/comments'
import type { Access } from '../../policies/access/facts'
import { groupNames, userNames } from '../../queries/comments/comments'
import { groupsWithAccess } from '../../queries/contacts'
import { groupMembers } from '../../queries/shares/receivers'
import { rolesOn } from '../members/roles'

/** A comment with resolved mentions, and the mentioned users who may read the comment. */
export interface ResolvedMentions {
  content: string
  userIds: Set<number>
}

/** Whether a comment mentions a group or everybody. */
export function mentionsMany(content: string): boolean {
  return mentionsIn(content).some(({ kind }) => kind !== 'user')
}

/**
 * Resolves the mentions of a comment. A mentioned user or group without access becomes plain text and is not notified; the others get
 * their real names instead of the client's. A mention therefore never reveals an item.
 */
export async function resolveMentions(db: Db, { chain }: Access, content: string): Promise<ResolvedMentions> {
  const mentions = mentionsIn(content)
  if (mentions.length === 0) return { content, userIds: new Set() }
  const hasAll = mentions.some(({ kind }) => kind === 'all')
  const groups = await namedGroupsWithAccess(db, chain, idsOf(mentions, 'group'))
  const mentioned = [...idsOf(mentions, 'user'), ...(await groupMembers(db, [...groups.keys()]))]
  const roles = await rolesOn(db, chain, hasAll ? {} : { userIds: mentioned })
  const readers = readersOf(roles, chain[0])
  const people = await userNames(
    db,
    idsOf(mentions, 'user').filter((id) => readers.has(id)),
  )
  const nameOf = (mention: Mention) => {
    if (mention.kind === 'all') return mentionName(mention.name)
    return (mention.kind === 'user' ? people : groups).get(mention.id)
  }
  const written = commentParts(content).map((part) => {
    if (part.kind === 'text') return part.text
    const name = nameOf(part.mention)
    return name === undefined ? `@${part.mention.name}` : writeMention({ ...part.mention, name })
  })
  return { content: written.join(''), userIds: hasAll ? readers : new Set(mentioned.filter((id) => readers.has(id))) }
}

/** The users who may read the comments of an item, from their roles. */
export function readersOf(roles: ReadonlyMap<number, Role | null>, item: Access['chain'][0]): Set<number> {
  return new Set([...roles].flatMap(([userId, role]) => (mayBeNotified(userId, role, item) ? userId : [])))
}

function mentionsIn(content: string): Mention[] {
  return commentParts(content).flatMap((part) => (part.kind === 'mention' ? part.mention : []))
}

function idsOf(mentions: readonly Mention[], kind: 'user' | 'group'): number[] {
  return [...new Set(mentions.flatMap((mention) => (mention.kind === kind ? mention.id : [])))]
}

/** The names of those groups that have access to the item. */
async function namedGroupsWithAccess(
  db: Db,
  chain: Access['chain'],
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const allowed = new Set(
    await groupsWithAccess(
      db,
      chain.map(({ id }) => id),
    ),
  )
  return groupNames(
    db,
    ids.filter((id) => allowed.has(id)),
  )
}
