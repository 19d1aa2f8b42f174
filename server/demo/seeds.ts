import type { Role } from '@/contract/entities'

/** Types of the demo world's data. Ages are minutes before the fill, so that a new world always looks recent. */

/** A login. Colleagues without an account have one too, without a password. */
export type Login = string

export interface Invitation {
  /** A login or the name of a group. */
  to: string
  role: Role
  /** Absent for an accepted invitation. */
  isPending?: boolean
  /** Whether it expired unanswered. */
  isOver?: boolean
  message?: string
}

interface Traits {
  /** The creator; default: the owner of the space. */
  by?: Login
  about?: string
  tags?: readonly string[]
  invitations?: readonly Invitation[]
  /** In the trash for `ago` minutes; `by` defaults to the owner of the space. */
  deleted?: { by?: Login; ago: number }
}

export interface FileTraits extends Traits {
  /** Samples of earlier versions, oldest first and a day apart. */
  before?: readonly string[]
  isEncrypted?: boolean
  isPreviewForbidden?: boolean
  isBeingScanned?: boolean
  shareDisabledFor?: 'all' | 'members'
  /** Kinds as in the contract: 1 manual, 2 approval, 3 online editing. */
  lock?: { kind: 1 | 2 | 3; by: Login }
}

export interface FileSeed extends FileTraits {
  isFolder: false
  name: string
  /** The name of a file in samples/. */
  sample: string
  age: number
}

export interface FolderSeed extends Traits {
  isFolder: true
  name: string
  age: number
  children: readonly Seed[]
  /** Many small files in addition, with one shared body. */
  crowd?: Crowd
}

export interface Crowd {
  /** A file's name is the stem, a five-digit number, and the sample's extension. */
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

/** Prefix of an external enterprise among favourites. */
export const externalPrefix = 'external/'

/** A person's frequent space, newest first: departments, external enterprises, and paths that begin with a space. */
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
