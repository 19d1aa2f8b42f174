import type { Permission, Role } from '@/contract/entities'
import type { SharePolicy } from '@/contract/shares/policy'
import type { ShareAccess } from '@/contract/shares/shares'

/** An item, or a folder above an item, with the facts that decide rights. */
export interface Node {
  id: number
  parentId: number | null
  isFolder: boolean
  name: string
  creatorId: number
  isDeleted: boolean
  isEncrypted: boolean
  /** The user who decides a pending approval (lock kind 2, decisions 4.15). */
  reviewerId: number | null
  hasCollabs: boolean
  /** Direct children, without those in the trash. */
  childCount: number
  /** Folders among these children. */
  folderCount: number
  shareDisabledFor: 'all' | 'members' | null
  personalOf: number | null
  departmentId: number | null
  /** Set on roots of spaces only. */
  owner: SpaceOwner | null
}

export interface SpaceOwner {
  id: number
  name: string
  login: string
  enterpriseId: number
  enterpriseName: string
  /** Whether it is the enterprise of one person (`is_personal`). */
  isPersonal: boolean
  isPersonalSpaceClosed: boolean
}

export interface Access {
  /** The item first, the root of its tree last. */
  chain: [Node, ...Node[]]
  /** The roles on the nodes of the chain. */
  roles: (Role | null)[]
  /** null = no right at all */
  role: Role | null
  permissions: readonly Permission[]
  /** The item or an ancestor is in the trash. */
  isDeleted: boolean
  /** The nearest root of a space, at or above the item. */
  space: Node & { owner: SpaceOwner }
  /** The access comes from membership in a department, or from owning the space, not from an invitation. */
  isDepartmentMember: boolean
  /** The grants behind the decision, on the nodes of the chain and perhaps on other items. */
  grants: ReadonlyMap<number, readonly Grant[]>
}

/** A role granted on one folder. */
export interface Grant {
  role: Role
  /**
   * `user`: a role that replaces what the user has otherwise; `added`: a role accepted by invitation, which adds to it; `group`: a role of the user's
   * group; `member` and `manager`: a member or manager of the department whose root this folder is
   */
  by: 'user' | 'added' | 'group' | 'member' | 'manager'
  /** The department of the group; set only where paths of access are shown. */
  departmentId?: number | null
}

/** The facts of an item that can block permissions. */
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

/** The facts of an enterprise that forbid its users to share with each other. */
export interface EnterpriseFacts {
  is_personal: boolean
  share_with_colleagues_disallowed: boolean
}

/** A department and one user's relation to it. */
export interface DepartmentFacts {
  id: number
  parentId: number | null
  name: string
  /** Members of the department and of all departments below. */
  userCount: number
  /** The folder of its files. */
  rootId: number
  directorName: string
  isMember: boolean
  isManager: boolean
}

/** The facts about a department that are shown with the department's root folder. */
export interface ItemDepartment {
  id: number
  name: string
  directorName: string
  mayDelete: boolean
}

/** An enterprise's policy on shares. Leaves out `is_share_company_allowed`, because that field also depends on the item. */
export type EnterprisePolicy = Omit<SharePolicy, 'is_share_company_allowed'>

/** The fields of a share link that decide its state. */
export interface LinkFacts {
  maker_id: number
  enterprise_id: number
  access: ShareAccess
  /** null = never */
  due_at: Date | null
  /** Closed by its maker. */
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

/** A link with the facts to compute its status. */
export interface JudgedLink extends LinkFacts {
  id: number
  /** null: purged */
  items: readonly { id: number | null }[]
}

/** A department in the directory of an enterprise. */
export interface DirectoryRow {
  id: number
  parentId: number | null
  name: string
  groupId: number
}

/** Departments of the actor's enterprise, and the number of active people in the departments shown. */
export interface Directory {
  byId: ReadonlyMap<number, DirectoryRow>
  childrenOf: ReadonlyMap<number | null, readonly DirectoryRow[]>
  counts: ReadonlyMap<number, number>
}

/** Subjects that cannot be chosen, because they are invited already. */
export interface AlreadyInvited {
  users: ReadonlySet<number>
  groups: ReadonlySet<number>
}

/** The facts that every answer about contacts needs. */
export interface ContactSetting {
  directory: Directory
  taken: AlreadyInvited
}

/** An entry of a folder, with its subject. */
export interface CollabRow {
  id: number
  item_id: number
  user_id: number | null
  group_id: number | null
  role: Role
  accepted: boolean
  /** The role adds to what the user has otherwise; false: the role replaces it. */
  is_added: boolean
  inviter_id: number | null
  inviter_name: string | null
  message: string
  /** null once the invitation is accepted */
  invited_at: Date | null
  expires_at: Date | null
  /** name of the user, group or department */
  name: string
  /** '' for a group */
  login: string
  is_active: boolean
  /** enterprise of the user or group */
  enterprise_id: number
  department_id: number | null
}

/** The parts of an item's activity that a user sees besides the changes that are shown with the item itself (AH-40, decisions 268). */
export interface ActivityRights {
  comments: boolean
  /** Changes of the members' rights, as "Who can see this?" shows them. Everybody sees those of their own. */
  members: boolean
  invitations: boolean
  /** Links of others, and the names of contributors. Everybody sees their own links. */
  links: boolean
  /** Openings, downloads and copies. */
  uses: boolean
}
