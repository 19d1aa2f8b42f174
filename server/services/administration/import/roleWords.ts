import type { AdministratorRole } from '@/contract/administration/role'

/** How files call the roles, in lower case. */
const words: Record<AdministratorRole | 'none', readonly string[]> = {
  owner: ['owner', '所有者', '擁有者'],
  people: ['people', 'people administrator', '人员管理员', '人員管理員'],
  auditor: ['auditor', '审计员', '審計員'],
  none: ['none', 'member', 'user', '成员', '成員', '普通成员', '普通成員', '用户', '無', '无', '-'],
}

/** Whether a cell names the role that a person has. An import changes no roles. */
export function isPresentRole(written: string, role: AdministratorRole | null): boolean {
  return words[role ?? 'none'].includes(written)
}
