import type { Permission, Role } from '@/contract/entities'
import type { SharePolicy } from '@/contract/shares/policy'
import type { ShareAccess } from '@/contract/shares/shares'

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
  /** Of what lies directly in it, the trash left out. */
  childCount: number
  /** Of these. */
  folderCount: number
  shareDisabledFor: 'all' | 'members' | null
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
  /** Of the enterprise that a personal user has for themself. */
  isPersonal: boolean
  isPersonalSpaceClosed: boolean
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
  /** What it was decided by: of whoever is behind it, on the items of the chain and maybe others. */
  grants: ReadonlyMap<number, readonly Grant[]>
}

/** A role given on one folder. */
export interface Grant {
  role: Role
  /** `user` and `group`: an invitation; `member` and `manager`: of the department whose root the folder is. */
  by: 'user' | 'group' | 'member' | 'manager'
  /** The department that the group stands for; told where a user's ways are. */
  departmentId?: number | null
}

/** What stands in the way of using permissions on an item. */
export interface ItemFacts {
  extension: string
  is_folder: boolean
  is_encrypted: boolean
  /** 1 = waiting for the virus scan, or infected (decisions 3.17) */
  scanned: number
  /** 1 = preview is not allowed */
  scope: number
  share_disabled_for: 'all' | 'members' | null
}

/** What an enterprise keeps its users from. */
export interface EnterpriseFacts {
  is_personal: boolean
  share_with_colleagues_disallowed: boolean
}

/** A department, and how one user stands to it. */
export interface DepartmentFacts {
  id: number
  parentId: number | null
  name: string
  /** Members of it and of the departments below it. */
  userCount: number
  /** The item that holds its files. */
  rootId: number
  directorName: string
  isMember: boolean
  isManager: boolean
}

/** What an enterprise decides about shares; whether colleagues may be let in depends on the item. */
export type EnterprisePolicy = Omit<SharePolicy, 'is_share_company_allowed'>

/** A share link, as far as it decides about itself. */
export interface LinkFacts {
  maker_id: number
  enterprise_id: number
  access: ShareAccess
  /** null = never */
  due_at: Date | null
  /** By its maker. */
  closed_at: Date | null
  closed_by_administrator_at: Date | null
  /** 1 waiting, 2 open, 3 refused (decisions 4.15) */
  approval_state: number
  disable_download: boolean
  /** null = any number */
  preview_limit: number | null
  preview_count: number
  download_limit: number | null
  download_count: number
}

/** A link as far as it is judged. */
export interface JudgedLink extends LinkFacts {
  id: number
  /** null: purged */
  items: readonly { id: number | null }[]
}

/** A department of the directory of an enterprise. */
export interface DirectoryRow {
  id: number
  parentId: number | null
  name: string
  groupId: number
}

/** Departments of the actor's enterprise, and how many active people those have that are shown. */
export interface Directory {
  byId: ReadonlyMap<number, DirectoryRow>
  childrenOf: ReadonlyMap<number | null, readonly DirectoryRow[]>
  counts: ReadonlyMap<number, number>
}

/** Who cannot be chosen: invited already. */
export interface Taken {
  users: ReadonlySet<number>
  groups: ReadonlySet<number>
}

/** What every answer about contacts is worded with. */
export interface ContactSetting {
  directory: Directory
  taken: Taken
}

/** What somebody was given on a folder, with who they are. */
export interface CollabRow {
  id: number
  item_id: number
  user_id: number | null
  group_id: number | null
  role: Role
  accepted: boolean
  inviter_id: number | null
  inviter_name: string | null
  message: string
  /** null once it is accepted */
  invited_at: Date | null
  expires_at: Date | null
  /** Of the user, the group or the department. */
  name: string
  /** '' of a group */
  login: string
  is_active: boolean
  /** Of the user or the group. */
  enterprise_id: number
  department_id: number | null
}
