import type { Request } from '@/contract/api'
import type { Language } from '@/contract/entities'
import { checkName } from '@/domain/items/naming'
import { readOutline, type OutlineNode } from '@/domain/administration/outline'
import type { Db } from '../../database/connect'
import type { EnterpriseRow, UserRow } from '../../database/tables'
import { Refused } from '../../errors'
import { isLoginTaken } from '../../queries/administration/accounts'
import { createDepartment, createEnterprise, createUser } from '../../queries/enterprise/accounts'
import { requireName } from '../access/preconditions'
import { recordAuditEvent } from '../audit'
import { requireLogin } from './people'

/** An organisation to create, with its first owner. */
export interface NewOrganisation {
  name: string
  kind: Request<'POST /setup/create'>['organisation']['kind']
  language: Language
  administrator: { name: string; login: string; passwordHash: string | null }
  /** A department per line; indents make the tree. */
  departments?: string
}

/**
 * Creates an organisation with its first owner, in the caller's transaction.
 * @throws Refused name_…, login_invalid, login_taken, setup_departments, setup_department_twice with the line
 */
export async function createOrganisation(
  db: Db,
  { name, kind, language, administrator, departments = '' }: NewOrganisation,
  at: Date,
  address = '',
): Promise<{ enterprise: EnterpriseRow; owner: UserRow }> {
  const outline = readOutline(departments)
  const wording = kind === 'school' ? 'education' : 'default'
  if (!outline.ok)
    throw new Refused(outline.twin === undefined ? 'setup_departments' : 'setup_department_twice', {
      field: 'departments',
      params: { line: outline.line, ...(outline.twin !== undefined && { n: outline.twin }) },
      wording,
    })
  const login = requireLogin(administrator.login)
  const enterprise = await createEnterprise(db, {
    name: requireName(checkName(name), 'organisation'),
    wording,
    language,
  })
  if (await isLoginTaken(db, login)) throw new Refused('login_taken', { field: 'login' })
  const owner = await createUser(db, {
    enterpriseId: enterprise.id,
    login,
    name: requireName(checkName(administrator.name)),
    passwordHash: administrator.passwordHash,
    role: 'owner',
  })
  await createBelow(db, enterprise.id, null, outline.nodes)
  await recordAuditEvent(db, at, { user: owner, address }, 'organisation_created', {
    detail: { before: null, after: { name: enterprise.name } },
  })
  return { enterprise, owner }
}

async function createBelow(
  db: Db,
  enterpriseId: number,
  parentId: number | null,
  nodes: readonly OutlineNode[],
): Promise<void> {
  for (const [position, { name, below }] of nodes.entries()) {
    const { id } = await createDepartment(db, { enterpriseId, parentId, name, position: position + 1 })
    await createBelow(db, enterpriseId, id, below)
  }
}
