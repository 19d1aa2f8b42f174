import { Type, type Static } from '@sinclair/typebox'
import { Id, Seconds, call, nullable, oneOf } from '../call'
import type { ErrorCode } from '../errorCodes'

/** A kind of service outside that knows the people of an organisation. */
export const DirectoryKind = oneOf('ldap', 'wecom')

/** What a directory may own of its people, beside the login and whether they are active. */
export const OwnedField = oneOf('name', 'email', 'departments')

const Count = Type.Integer({ minimum: 0 })

/** What a sync would change, or has changed. */
export const DirectoryReport = Type.Object({
  /** Everybody in the directory. */
  people: Count,
  added: Count,
  /** People of the organisation who had no directory before. */
  linked: Count,
  changed: Count,
  deactivated: Count,
  restored: Count,
  unchanged: Count,
  faulty: Count,
  departments_added: Count,
  departments_changed: Count,
  /** Departments that the directory no longer has. They stay, and the organisation changes them itself. */
  departments_released: Count,
  /** People who would belong to none of the directory's departments any more. */
  left_departments: Count,
  /** The first changes of people, with the fields as texts. */
  changes: Type.Array(
    Type.Object({
      kind: oneOf('added', 'linked', 'changed', 'deactivated', 'restored'),
      login: Type.String(),
      name: Type.String(),
      fields: Type.Array(
        Type.Object({
          field: oneOf('login', 'name', 'email', 'departments'),
          before: Type.String(),
          after: Type.String(),
        }),
      ),
    }),
  ),
  /** The first people of the directory whom the sync leaves as they are, each with an error code. */
  faults: Type.Array(
    Type.Object({
      login: Type.String(),
      name: Type.String(),
      code: Type.Unsafe<ErrorCode>({ type: 'string' }),
      /** Worded by the server in the user's language. */
      reason: Type.Optional(Type.String()),
    }),
  ),
})

export const DirectoryRun = Type.Object({
  id: Id,
  at: Seconds,
  ended_at: nullable(Seconds),
  /** The administrator; '' = the schedule. */
  by: Type.String(),
  is_dry: Type.Boolean(),
  state: oneOf('waiting', 'running', 'done', 'stopped'),
  /** The error code of a run that stopped and changed nothing. */
  reason: nullable(Type.Unsafe<ErrorCode>({ type: 'string' })),
  /** The reason, worded by the server in the user's language; '' = none. */
  reason_text: Type.String(),
  /** null: the directory gave no answer that could be compared. */
  report: nullable(DirectoryReport),
})

/** A directory of the organisation, without the settings of its kind. */
export const Directory = Type.Object({
  id: Id,
  kind: DirectoryKind,
  /** The name that people know it by. */
  label: Type.String(),
  is_on: Type.Boolean(),
  /** hours from one sync to the next; null: only by hand */
  sync_hours: nullable(Type.Integer()),
  /** Linked people and departments. */
  people: Count,
  departments: Count,
  /** The last run that was no dry run; null: none. */
  last_run: nullable(DirectoryRun),
})

export const administrationDirectoryCalls = {
  /** For owners and auditors. Empty: nothing is configured. */
  'GET /admin/directories/list': call({}, { directories: Type.Array(Directory) }),
  /** For owners and auditors: the newest runs of a directory. */
  'GET /admin/directories/runs': call(
    { directory_id: Id, limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })) },
    { runs: Type.Array(DirectoryRun) },
  ),
  /**
   * For owners: queues a sync or a dry run; runs tells how it went. `confirms` names a stopped run: as many people and departments as that run counted
   * may leave. Refused with: directory_missing, directory_running, directory_off, directory_run_gone.
   */
  'POST /admin/directories/sync': call(
    { directory_id: Id, is_dry: Type.Boolean(), confirms: Type.Optional(Id) },
    { run: DirectoryRun },
  ),
}

export type DirectoryKind = Static<typeof DirectoryKind>
export type OwnedField = Static<typeof OwnedField>
export type DirectoryReport = Static<typeof DirectoryReport>
export type DirectoryRun = Static<typeof DirectoryRun>
export type Directory = Static<typeof Directory>
