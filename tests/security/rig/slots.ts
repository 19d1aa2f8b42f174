import type { TObject, TSchema } from '@sinclair/typebox'
import type { CallName } from '@/contract/api'
import { typedIdOf, type Thing, type ThingKind } from './things'

/** The kinds of things that a parameter can name, and how it writes their ids. */
interface Slot {
  kinds: readonly ThingKind[]
  write(thing: Thing): unknown
  /** The value while another parameter of the call is tested: a thing of the caller. */
  fair: 'own file' | 'own folder' | 'own root' | 'nothing'
}

const id = (thing: Thing) => thing.id
const external = ({ kind, id }: Thing) => `${kind === 'user' ? 'user' : 'enterprise'}_${id}`
const typed: Slot = {
  kinds: ['file', 'folder', 'department', 'nothing'],
  write: (thing) => typedIdOf(thing),
  fair: 'own file',
}
const folder: Slot = { kinds: ['folder', 'nothing'], write: id, fair: 'own root' }
const several = ({ write, ...slot }: Slot): Slot => ({ ...slot, write: (thing) => [write(thing)] })

const slots: Record<string, Slot> = {
  item_typed_id: typed,
  typed_id: typed,
  item_typed_ids: several(typed),
  file_id: { kinds: ['file', 'nothing'], write: id, fair: 'own file' },
  target_file_id: { kinds: ['file', 'nothing'], write: id, fair: 'own file' },
  file_version_id: { kinds: ['version', 'nothing'], write: id, fair: 'nothing' },
  version_id: { kinds: ['version', 'nothing'], write: id, fair: 'nothing' },
  tag_id: { kinds: ['nothing'], write: id, fair: 'nothing' },
  current_version_id: { kinds: ['version', 'nothing'], write: id, fair: 'nothing' },
  folderId: folder,
  folder_id: folder,
  parent_folder_id: folder,
  target_folder_id: folder,
  search_in_folder: folder,
  department_id: { kinds: ['department', 'nothing'], write: id, fair: 'nothing' },
  enterprise_id: { kinds: ['enterprise', 'nothing'], write: id, fair: 'nothing' },
  user_id: { kinds: ['user', 'nothing'], write: id, fair: 'nothing' },
  parent_id: { kinds: ['department', 'nothing'], write: id, fair: 'nothing' },
  before_id: { kinds: ['nothing'], write: () => null, fair: 'nothing' },
  into_id: { kinds: ['department', 'nothing'], write: id, fair: 'nothing' },
  handover_id: { kinds: ['nothing'], write: id, fair: 'nothing' },
  import_id: { kinds: ['nothing'], write: id, fair: 'nothing' },
  directory_id: { kinds: ['nothing'], write: id, fair: 'nothing' },
  confirms: { kinds: ['nothing'], write: id, fair: 'nothing' },
  client_id: { kinds: ['nothing'], write: id, fair: 'nothing' },
  application_id: { kinds: ['nothing'], write: id, fair: 'nothing' },
  owner_id: { kinds: ['user', 'nothing'], write: id, fair: 'nothing' },
  group_id: { kinds: ['group', 'nothing'], write: id, fair: 'nothing' },
  review_id: { kinds: ['file', 'folder', 'nothing'], write: id, fair: 'nothing' },
  external_typed_id: { kinds: ['enterprise', 'user', 'nothing'], write: external, fair: 'nothing' },
  upload_id: { kinds: ['upload', 'nothing'], write: (thing) => String(thing.id), fair: 'nothing' },
  share_link_id: { kinds: ['link', 'nothing'], write: id, fair: 'nothing' },
  share_link_ids: several({ kinds: ['link', 'nothing'], write: id, fair: 'nothing' }),
  collect_id: { kinds: ['collect', 'nothing'], write: id, fair: 'nothing' },
  person_id: { kinds: ['person', 'nothing'], write: id, fair: 'nothing' },
  removed_person_ids: several({ kinds: ['person', 'nothing'], write: id, fair: 'nothing' }),
  hand_in_id: { kinds: ['nothing'], write: id, fair: 'nothing' },
  replaced_id: { kinds: ['nothing'], write: id, fair: 'nothing' },
  user_ids: several({ kinds: ['user', 'nothing'], write: id, fair: 'nothing' }),
  group_ids: several({ kinds: ['nothing'], write: id, fair: 'nothing' }),
  invited_user_ids: several({ kinds: ['user', 'nothing'], write: id, fair: 'nothing' }),
  item_id: folder,
  access_request_id: { kinds: ['nothing'], write: id, fair: 'nothing' },
  collab_id: { kinds: ['nothing'], write: id, fair: 'nothing' },
  collab_ids: several({ kinds: ['nothing'], write: id, fair: 'nothing' }),
  message_id: { kinds: ['message', 'nothing'], write: id, fair: 'nothing' },
  thread_of: { kinds: ['message', 'nothing'], write: id, fair: 'nothing' },
  comment_id: { kinds: ['comment', 'nothing'], write: id, fair: 'nothing' },
  answer_to_id: { kinds: ['comment', 'nothing'], write: id, fair: 'nothing' },
  before: { kinds: ['comment', 'nothing'], write: id, fair: 'nothing' },
  child_message_ids: several({ kinds: ['notice', 'nothing'], write: id, fair: 'nothing' }),
  message_ids: several({ kinds: ['message', 'nothing'], write: id, fair: 'nothing' }),
}

/** Names of parameters that look like ids: `slotsOf` accepts them only if they have a row in `slots` or are `unnamed`. */
const named = /(^|_)ids?$|Id$|Ids$|^search_in_folder$/
/** Always the user's own: `session_id` (tests/security/session/account.test.ts), `link_id` (tests/security/session/appletSignIn.test.ts). */
const unnamed = new Set<string>(['session_id', 'link_id'])

/** The parameters of a call that name things. @throws if a parameter looks like an id and has no row; the message says where to add it */
export function slotsOf(call: CallName, request: TSchema): string[] {
  return Object.entries((request as TObject).properties).flatMap(([name, schema]) => {
    if (slots[name]) return [name]
    const isTyped = JSON.stringify(schema).includes('^(')
    if (unnamed.has(name) || !(named.test(name) || (isTyped && name.endsWith('typed_id')))) return []
    throw new Error(
      `${call} takes \`${name}\`, and no row says what it names: add it to \`slots\` of tests/security/rig/slots.ts`,
    )
  })
}

export function slot(name: string): Slot {
  return slots[name]!
}

/** A minimal value of a schema. */
export function valueFor(schema: TSchema): unknown {
  if ('const' in schema) return schema.const as unknown
  if (Array.isArray(schema.enum)) return (schema.enum as unknown[])[0]
  if (Array.isArray(schema.anyOf)) return valueFor((schema.anyOf as TSchema[])[0]!)
  switch (schema.type) {
    case 'integer':
    case 'number':
      return (schema.minimum as number | undefined) ?? 1
    case 'boolean':
      return true
    case 'array':
      return [valueFor(schema.items as TSchema)]
    case 'object':
      return valuesOf(schema)
    default:
      return matching(schema)
  }
}

/** Values of all required properties. */
export function valuesOf(schema: TSchema): Record<string, unknown> {
  const { properties = {}, required = [] } = schema as Partial<TObject>
  return Object.fromEntries(required.map((name) => [name, valueFor(properties[name]!)]))
}

const candidates = [
  '(86)13800138000',
  '86',
  'new name',
  'a1b2c3d4',
  '000000',
  'comment',
  'file_900000000',
  'folder_900000000',
  'enterprise_900000000',
  '2026-01-01',
  'a'.repeat(22),
  'a'.repeat(43),
]

function matching({ pattern, minLength = 0 }: TSchema & { pattern?: string; minLength?: number }): string {
  const found = candidates.find(
    (text) => text.length >= minLength && (pattern === undefined || new RegExp(pattern).test(text)),
  )
  if (found === undefined)
    throw new Error(`no value matches ${pattern}: add one to \`candidates\` of tests/security/rig/slots.ts`)
  return found
}
