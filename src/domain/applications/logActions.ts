import type { AuditEvent } from '@/contract/audit'

/** The codes that the open platform has for our events. Events without a code are not among its log. */
const codes: Partial<Record<AuditEvent, number>> = {
  signed_in: 1,
  signed_in_by_code: 1,
  signed_on: 1,
  signed_out: 2,
  sign_in_refused: 3,
  password_changed: 4,
  password_forgotten: 5,
  password_reset: 6,
  person_created: 10,
  person_deleted: 11,
  role_changed: 21,
  person_changed: 30,
  second_step_on: 36,
  second_step_off: 38,
  item_copied: 100,
  item_moved: 101,
  item_purged: 103,
  item_deleted: 104,
  item_restored: 105,
  item_downloaded: 107,
  item_uploaded: 108,
  item_renamed: 109,
  version_chosen: 112,
  version_uploaded: 113,
  item_described: 119,
  share_created: 400,
  share_changed: 405,
  share_closed: 408,
  share_reopened: 409,
  collaborator_changed: 502,
  item_opened: 600,
  group_created: 702,
  group_deleted: 703,
  group_changed: 704,
  policies_changed: 900,
  department_created: 1000,
  department_changed: 1001,
  department_deleted: 1004,
  member_changed: 1005,
  department_moved: 1013,
  collect_created: 1200,
  collect_changed: 1201,
  collect_closed: 1202,
  collect_handed_in: 1203,
}
/** `item_created` has two. */
const NEW_FOLDER = 102
const NEW_FILE = 111

export const actionCodes = [...new Set([...Object.values(codes), NEW_FOLDER, NEW_FILE])].sort((a, b) => a - b)

export function codeOf(event: AuditEvent, isFolder: boolean): number {
  return event === 'item_created' ? (isFolder ? NEW_FOLDER : NEW_FILE) : codes[event]!
}

/** The events that some codes stand for. */
export interface Actions {
  events: AuditEvent[]
  /** Of new items: whether folders, whether files. */
  createdFolders: boolean[]
}

/** @param wanted undefined: every code */
export function actionsOf(wanted: readonly number[] = actionCodes): Actions {
  const events = (Object.keys(codes) as AuditEvent[]).filter((event) => wanted.includes(codes[event]!))
  const createdFolders = [...(wanted.includes(NEW_FOLDER) ? [true] : []), ...(wanted.includes(NEW_FILE) ? [false] : [])]
  return { events, createdFolders }
}
