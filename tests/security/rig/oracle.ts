import type { Permission, Role } from '@/contract/entities'
import { expectedPermissions } from '../../support/access/roleTable'
import { people, roleIn, type Person } from './people'
import type { Thing } from './things'

/** The effect of a call on a thing. It determines which states of the thing prevent the call (1§5, 1§6, decisions 4.11, 4.12, 51, 53). */
export type Act =
  | 'look'
  | 'versions'
  | 'replace'
  | 'preview'
  | 'read'
  | 'download'
  | 'pack'
  | 'share'
  | 'change'
  | 'unlock'
  | 'copy'
  | 'move'
  | 'fill'
  | 'trash'
  | 'talk'

/**
 * The right that a person needs on a thing: permissions of the role table, ownership, membership of its enterprise (`host`), or the right to add
 * files to the folder around it (`beside`).
 * `silent`: foreign things are skipped without a refusal and without an effect. `open`: no right is needed, but the answer may
 * contain only marks (the unique texts of each thing) that the person may read. `colleague`: the thing belongs to the person's
 * enterprise.
 */
export type Need = { of: readonly (Permission | Standing)[]; act: Act } | 'silent' | 'open' | 'colleague'

/** What is needed beside the permissions of the role table. */
export type Standing = 'own' | 'coowner' | 'editor' | 'host' | 'beside'

/** `refused`; `silent`: changes nothing; `granted`: not refused for a missing right; `open`: only the marks are checked. */
export type Verdict = 'refused' | 'silent' | 'granted' | 'open'

/**
 * The access level that a call requires. `public`: everybody. `signedIn`: users, also before the second step or with an ended plan.
 * `usable`: users past both. `administrator`: administrators. `application`: only applications, nobody with a session.
 */
export type Door = 'public' | 'signedIn' | 'usable' | 'administrator' | 'application'

export function passes(person: Person, door: Door): boolean {
  if (door === 'application') return false
  switch (person.standing) {
    case 'usable':
      return door !== 'administrator' || person.isAdministrator === true
    case 'nobody':
      return door === 'public'
    case 'beforeSecondStep':
    case 'planOver':
      return door === 'public' || door === 'signedIn'
    case 'broken':
    case 'expired':
    case 'disabled':
      return false
  }
}

/** The reason of a verdict; a sample includes each reason. */
export type Why = 'standing' | 'foreign' | 'reset' | 'role' | 'state' | 'right' | 'open'

/** The specification's verdict on a person, a thing and a need. */
export function verdictOf(person: Person, thing: Thing, need: Need): { verdict: Verdict; why: Why } {
  if (need === 'open') return { verdict: 'open', why: 'open' }
  if (need === 'colleague')
    return enterpriseOf(thing) === person.enterprise
      ? { verdict: 'granted', why: 'right' }
      : { verdict: 'refused', why: 'foreign' }
  const role = roleIn(person, thing.tree)
  const isForeign = thing.kind === 'nothing' || role === null
  if (need === 'silent') return isForeign ? { verdict: 'silent', why: 'foreign' } : { verdict: 'open', why: 'right' }
  const isReset = thing.tree === 'closed' && person.shared !== null
  if (isForeign) return { verdict: 'refused', why: isReset ? 'reset' : 'foreign' }
  const held = permissionsOn(person, role, thing)
  const has = (each: (typeof need.of)[number]) => {
    if (each === 'own') return role === 'owner'
    if (each === 'host') return isHost(person, thing)
    if (each === 'beside') return expectedPermissions(role).includes('item_upload')
    if (each === 'coowner') return role === 'owner' || role === 'coowner'
    if (each === 'editor') return role === 'owner' || role === 'coowner' || role === 'editor'
    return held.includes(each)
  }
  if (!need.of.every(has)) return { verdict: 'refused', why: 'role' }
  // Items outside the trash are skipped there.
  if (need.act === 'trash' && thing.state !== 'deleted') return { verdict: 'silent', why: 'state' }
  return isInTheWay(thing, role, need.act) ? { verdict: 'refused', why: 'state' } : { verdict: 'granted', why: 'right' }
}

/** Whether the thing lies in a space of the person's enterprise; nobody has a role in another person's space. */
function isHost({ name, enterprise }: Person, { tree }: Thing): boolean {
  return tree === `own:${name}` || enterprise === (tree === 'abroad' ? 'theirs' : 'ours')
}

/**
 * The role table without permissions that files, department folders and own roots cannot have (decisions 4.13, 4.19).
 * Only owners are creators here.
 */
export function permissionsOn(person: Person, role: Role, { kind, state, tree }: Thing): Permission[] {
  const mayReplace = role === 'owner' || role === 'coowner' || role === 'editor'
  return expectedPermissions(role).filter((permission) => {
    if (kind === 'department' || state === 'root') {
      if (permission === 'item_delete') return tree === 'department' && person.isAdministrator === true
      // The whole of an own space cannot be shared.
      if (permission === 'item_create_collab' && state === 'root') return tree === 'department'
      return permission !== 'edit_properties' && permission !== 'permanent_delete'
    }
    if (kind !== 'file' && kind !== 'version') return true
    return permission === 'item_upload' ? mayReplace : permission !== 'create_folder'
  })
}

function isInTheWay(thing: Thing, role: Role, act: Act): boolean {
  const { state, kind, tree } = thing
  const isAboveReview = role === 'owner' || role === 'coowner'
  const isKeptBack = (state === 'awaiting' || state === 'sealed') && !isAboveReview
  const isOwnRoot = state === 'root' && tree !== 'department'
  const isLocked = state === 'locked' || state === 'awaiting'
  if (act === 'trash') return false
  if (state === 'deleted') return true
  switch (act) {
    case 'look':
      return false
    case 'versions':
      return state === 'online'
    case 'replace':
      return isLocked || state === 'online'
    case 'preview':
      return state === 'hidden'
    // A text is shown, and can be copied. That of a document is read, although no document is downloaded (DOC-01, DOC-07).
    case 'read':
      return isInTheWay(thing, role, 'preview') || (state !== 'online' && isInTheWay(thing, role, 'download'))
    case 'download':
    case 'pack':
      return (
        isOwnRoot ||
        isKeptBack ||
        state === 'scanned' ||
        (state === 'encrypted' && kind === 'file') ||
        state === 'online'
      )
    case 'share':
      return isOwnRoot || (state === 'encrypted' && kind === 'file')
    case 'change':
      return isLocked
    case 'unlock':
      return state === 'awaiting' || (state === 'locked' && !isAboveReview)
    case 'copy':
      return isKeptBack || isOwnRoot
    case 'move':
      return (
        isKeptBack || isLocked || state === 'root' || state === 'encrypted' || (state === 'sealed' && kind === 'folder')
      )
    case 'fill':
      return false
    case 'talk':
      return isOwnRoot
  }
}

/** The enterprise of a user, group or department, or that of the space in which a thing lies. */
function enterpriseOf({ kind, tree, enterprise }: Thing): Person['enterprise'] | undefined {
  if (enterprise !== undefined || kind === 'nothing') return enterprise
  const owner = people.find(({ name }) => tree === `own:${name}`)
  return owner ? owner.enterprise : tree === 'abroad' ? 'theirs' : 'ours'
}

/** Names that administrators read in the audit log and in the list of collecting links: those of all items of their enterprise. */
export function auditMarksOf(person: Person, things: readonly Thing[]): Set<string> {
  if (person.isAdministrator !== true) return new Set()
  return new Set(things.flatMap((thing) => (enterpriseOf(thing) === person.enterprise ? (thing.marks.name ?? []) : [])))
}

/** Names that colleagues find in the directory of their enterprise and administrators in the console, without any right on files. */
export function directoryMarksOf(person: Person, things: readonly Thing[]): Set<string> {
  if (person.standing !== 'usable') return new Set()
  return new Set(
    things.flatMap(({ enterprise, marks }) => (enterprise === person.enterprise ? (marks.name ?? []) : [])),
  )
}

/** The name of the folder into which a person is invited, who may read it before accepting. */
export function invitationMarksOf(person: Person, things: readonly Thing[]): Set<string> {
  if (person.name !== 'pending') return new Set()
  return new Set(things.flatMap(({ key, marks }) => (key === 'shared root' ? (marks.name ?? []) : [])))
}

/** Every mark that a person may read: names with the right to view, contents with the right to preview or download. */
export function marksOf(person: Person, things: readonly Thing[]): Set<string> {
  const marks = new Set<string>()
  if (person.standing !== 'usable') return marks
  for (const thing of things) {
    const role = roleIn(person, thing.tree)
    if (role === null) continue
    const held = permissionsOn(person, role, thing)
    if (held.includes('item_view')) thing.marks.name?.forEach((mark) => marks.add(mark))
    const mayRead = held.includes('item_download') || (held.includes('item_preview') && thing.state !== 'hidden')
    if (mayRead) thing.marks.content?.forEach((mark) => marks.add(mark))
  }
  return marks
}
