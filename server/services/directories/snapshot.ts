import type { OwnedField } from '@/contract/administration/directories'

/** A department as the directory names it. */
export interface SnapshotDepartment {
  /** The id that never changes in the directory. */
  externalId: string
  /** null: at the top of the organisation */
  parentExternalId: string | null
  name: string
  /** The place among siblings, lowest first. Equal numbers keep the order of the snapshot. */
  order: number
}

/** A person as the directory describes them. */
export interface SnapshotPerson {
  /** The id that never changes in the directory, and that no other person gets. */
  externalId: string
  login: string
  name: string
  /** Absent if the directory says nothing about the address, which then stays. */
  email?: string
  /** External ids of departments. */
  departments: readonly string[]
  /** Whether the directory lets the person sign in. */
  active: boolean
}

/** Everybody whom a directory knows at one time. */
export interface DirectorySnapshot {
  departments: readonly SnapshotDepartment[]
  people: readonly SnapshotPerson[]
}

/** Reads one directory. */
export interface DirectorySource {
  /** The fields of each person that the directory owns. Departments are synced only if they are among the fields. */
  readonly fields: readonly OwnedField[]
  /**
   * Reads everything. Never answers a part: a missing page is a failure.
   * @throws DirectoryFailure
   */
  read(signal: AbortSignal): Promise<DirectorySnapshot>
}
