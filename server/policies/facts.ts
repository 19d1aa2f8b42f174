import type { Permission, Role } from '@/contract/entities'

/** An item or one of its ancestors, as far as rights are concerned. */
export interface Node {
  id: number
  parentId: number | null
  isFolder: boolean
  name: string
  creatorId: number
  isDeleted: boolean
  isEncrypted: boolean
  /** Who decides an approval that is open (lock kind 2, decisions 4.15). */
  reviewerId: number | null
  hasCollabs: boolean
  personalOf: number | null
  departmentId: number | null
  /** Set on roots of spaces. */
  owner: SpaceOwner | null
}

export interface SpaceOwner {
  id: number
  name: string
  login: string
  enterpriseId: number
  enterpriseName: string
  /** Of the enterprise that a personal user has for himself. */
  isPersonal: boolean
  isPersonalSpaceClosed: boolean
  scansForViruses: boolean
}

export interface Access {
  /** The item first, the root of its tree last. */
  chain: [Node, ...Node[]]
  /** Of each of them. */
  roles: (Role | null)[]
  /** null = no right at all */
  role: Role | null
  permissions: readonly Permission[]
  /** The item or an ancestor lies in the trash. */
  isDeleted: boolean
  /** The nearest root above or at the item. */
  space: Node & { owner: SpaceOwner }
  /** By membership of a department, not by invitation. */
  isDepartmentMember: boolean
}
