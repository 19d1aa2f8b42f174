import type { Role } from '@/contract/entities'

/** What the demo world is written in. Ages are minutes before the fill, so that a fresh world always looks recent. */

/** A login; who is only a colleague has one too, without a password. */
export type Login = string

export interface Invitation {
  /** A login or the name of a group. */
  to: string
  role: Role
  /** Absent = accepted. */
  isPending?: boolean
  /** It ran out before anybody answered. */
  isOver?: boolean
  message?: string
}

interface Traits {
  /** Who made it; absent: the owner of the space. */
  by?: Login
  about?: string
  tags?: readonly string[]
  invitations?: readonly Invitation[]
  /** Lies in the trash since so many minutes; absent `by`: the owner of the space did it. */
  deleted?: { by?: Login; ago: number }
}

export interface FileTraits extends Traits {
  /** Samples of the versions before the current one, the oldest first; a day lies between two. */
  before?: readonly string[]
  isEncrypted?: boolean
  isPreviewForbidden?: boolean
  isBeingScanned?: boolean
  shareDisabledFor?: 'all' | 'members'
  /** Kinds as on the wire: 1 manual, 2 by an approval, 3 online editing. */
  lock?: { kind: 1 | 2 | 3; by: Login }
}

export interface FileSeed extends FileTraits {
  isFolder: false
  name: string
  /** A file of samples/. */
  sample: string
  age: number
}

export interface FolderSeed extends Traits {
  isFolder: true
  name: string
  age: number
  children: readonly Seed[]
  /** Many small files more, all of one body. */
  crowd?: Crowd
}

export interface Crowd {
  /** Names are this, a number of five digits and the extension of the sample. */
  stem: string
  sample: string
}

export type Seed = FileSeed | FolderSeed

/** Everything below the root of one person or one department. */
export interface SpaceSeed {
  /** A login or the name of a department. */
  of: string
  children: readonly Seed[]
}

/** Before the name of an enterprise that one favours from outside. */
export const externalPrefix = 'external/'

/** What a person has in the frequent space, the newest first: departments, enterprises outside, and paths that begin with a space. */
export type Favourites = Readonly<Record<Login, readonly string[]>>

export const minutes = (count: number) => count
export const hours = (count: number) => count * 60
export const days = (count: number) => count * 1440

export function file(name: string, sample: string, age: number, traits: FileTraits = {}): FileSeed {
  return { isFolder: false, name, sample, age, ...traits }
}

export function folder(
  name: string,
  age: number,
  children: readonly Seed[],
  traits: Traits & { crowd?: Crowd } = {},
): FolderSeed {
  return { isFolder: true, name, age, children, ...traits }
}
