import { Type, type Static } from '@sinclair/typebox'
import { Id, Seconds, call, nullable, oneOf } from '../call'

export const ImportField = oneOf('login', 'name', 'email', 'departments', 'managed', 'groups', 'quota', 'role')
const Count = Type.Integer({ minimum: 0 })

/** Why a line of a file is not imported. */
export const ImportFault = Type.Object({
  /** The line of the file or sheet, from 1. */
  line: Type.Integer({ minimum: 1 }),
  /** The login and the name of the line; '' where they are missing or faulty. */
  login: Type.String(),
  name: Type.String(),
  /** The heading of the column as in the file; '' for the whole line. */
  column: Type.String(),
  /** The text of the cell, at most 200 characters. */
  value: Type.String(),
  code: Type.String(),
  /** The reason in the user's language. */
  reason: Type.String(),
})

/** The additions and changes of a line. */
export const ImportChange = Type.Object({
  line: Type.Integer({ minimum: 1 }),
  login: Type.String(),
  name: Type.String(),
  is_new: Type.Boolean(),
  /** Empty for a new person. */
  fields: Type.Array(Type.Object({ field: ImportField, before: Type.String(), after: Type.String() })),
})

/** The last file of the organisation: what it would change or, when `state` is done, has changed. */
export const ImportReport = Type.Object({
  id: Id,
  /** `interrupted`: the server stopped meanwhile, and nothing was changed. */
  state: oneOf('checked', 'running', 'done', 'interrupted'),
  file_name: Type.String(),
  at: Seconds,
  creates_missing: Type.Boolean(),
  /** Lines with people. */
  line_count: Count,
  /** The columns of the file; `field` null: not used. */
  columns: Type.Array(Type.Object({ heading: Type.String(), field: nullable(ImportField) })),
  new_count: Count,
  changed_count: Count,
  unchanged_count: Count,
  faulty_line_count: Count,
  fault_count: Count,
  faults: Type.Array(ImportFault),
  /** New people and changed people, the first of each. */
  changes: Type.Array(ImportChange),
  /** Paths of departments and names of groups that are created. */
  departments: Type.Array(Type.String()),
  /** Those of `departments` that the file names without a path, with the paths of departments that exist with the same name. */
  namesakes: Type.Array(Type.Object({ department: Type.String(), existing: Type.Array(Type.String()) })),
  groups: Type.Array(Type.String()),
})

const one = { import_id: Id }

/** The import of people from CSV or XLSX. Each organisation has one import: another file replaces it. */
export const administrationImportCalls = {
  /** An empty file with the headings, as CSV, in the language and wording of the user. */
  'GET /admin/import/template': call({}, { name: Type.String(), content: Type.String() }),
  /**
   * Reads a file and answers what it would change; changes nothing. Refused with: import_running, import_too_large, import_too_many_lines,
   * import_kind, import_encrypted, import_unreadable, import_empty, import_no_login, import_column_twice.
   */
  'POST /admin/import/check': call(
    {
      file_name: Type.String({ maxLength: 300 }),
      /** The bytes of the file in base64. */
      content: Type.String({ pattern: '^[A-Za-z0-9+/]*={0,2}$' }),
      /** Whether departments and groups that do not exist are created; else their lines are faulty. */
      creates_missing: Type.Optional(Type.Boolean({ default: true })),
    },
    { import: ImportReport },
  ),
  /** The import that waits, runs or was done last; null without one, and a day later. */
  'GET /admin/import/info': call({}, { import: nullable(ImportReport) }),
  /** How far a running import is. */
  'GET /admin/import/progress': call(
    {},
    { progress: nullable(Type.Object({ id: Id, state: ImportReport.properties.state, written: Count })) },
  ),
  /**
   * Imports all lines, or none. With `skips_faulty`: all but the faulty lines. Answers when it is done. Refused with: import_gone (another file came,
   * or it was done), import_running, import_faulty.
   */
  'POST /admin/import/run': call(
    { ...one, skips_faulty: Type.Optional(Type.Boolean({ default: false })) },
    { import: ImportReport },
  ),
  /** Makes one-time links for those people of a done import who have never signed in. They replace earlier links. Refused with import_gone. */
  'POST /admin/import/links': call(one, {
    expires_at: Seconds,
    links: Type.Array(
      Type.Object({ login: Type.String(), name: Type.String(), email: Type.String(), url: Type.String() }),
    ),
  }),
}

export type ImportReport = Static<typeof ImportReport>
export type ImportFault = Static<typeof ImportFault>
export type ImportChange = Static<typeof ImportChange>
