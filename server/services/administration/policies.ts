import type { Policies, PolicyReach } from '@/contract/administration/policies'
import { policyOf } from '@/domain/shares/settings'
import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { EnterpriseRow } from '../../database/tables'
import { Refused } from '../../errors'
import { changeEnterprise, lockEnterprise, policyReach } from '../../queries/administration/policies'
import { loadPolicies, savePolicy } from '../../queries/shares/policies'
import { act, difference, requireRight, type Ports } from './acts'

/** The settings of the organisation, and what they concern now. @throws Refused permission_denied */
export async function readPolicies(
  { db, clock }: Ports,
  actor: UserActor,
): Promise<{ policies: Policies; reach: PolicyReach }> {
  requireRight(actor, 'readPolicies')
  const [policies, reach] = await Promise.all([
    policiesOf(db, actor.enterprise),
    policyReach(db, actor.enterprise.id, clock()),
  ])
  return { policies, reach }
}

/**
 * Changes settings; those that are not given stay. In force with the next call, because nothing is kept between calls.
 * @throws Refused permission_denied, second_step_missing
 */
export function setPolicies(ports: Ports, actor: UserActor, asked: Partial<Policies>): Promise<Policies> {
  return act(ports, actor, async (given) => {
    requireRight(given.actor, 'changePolicies')
    const enterprise = await lockEnterprise(given.db, actor.enterprise.id)
    const before = await policiesOf(given.db, enterprise)
    const changed = difference(before, asked)
    if (!changed) return before
    requireOwnSecondStep(actor, changed.after)
    const after = { ...before, ...changed.after }
    const { columns, share } = splitOf(after)
    await changeEnterprise(given.db, enterprise.id, columns)
    if (Object.keys(changed.after).some((name) => name in share)) await savePolicy(given.db, enterprise.id, share)
    await given.record('policies_changed', changed)
    return after
  })
}

/** Otherwise the owner who switches the second step on would be locked out of the console with the next call. */
function requireOwnSecondStep({ user }: UserActor, { second_step_for: wanted }: Partial<Policies>): void {
  if (wanted !== undefined && wanted !== 'nobody' && user.totp_enrolled_at === null)
    throw new Refused('second_step_missing', { field: 'second_step_for' })
}

/** Columns of enterprises that are settings of the same name. */
const names = [
  'name',
  'wording',
  'share_link_page_title',
  'complaints',
  'is_h5_show_user_guide',
  'password_length',
  'session_days',
  'trash_period_days',
  'invitation_days',
  'links_of_leavers',
  'user_quota_bytes',
  'department_quota_bytes',
  'is_personal_space_closed',
  'share_with_colleagues_disallowed',
  'accepts_collabs_for_members',
  'hide_share_link_download',
  'default_expiring_interval_days',
  'virus_scan',
  'data_leak_prevention',
  'collaborative_document',
  'wps_preview',
] as const satisfies readonly (keyof EnterpriseRow & keyof Policies)[]

type Named = Pick<Policies, (typeof names)[number]>

async function policiesOf(db: Db, enterprise: EnterpriseRow): Promise<Policies> {
  const { is_share_company_allowed: _computed, ...share } = policyOf(
    (await loadPolicies(db, [enterprise.id])).get(enterprise.id) ?? {},
  )
  return { ...pick(enterprise), second_step_for: secondStepFor(enterprise), ...share }
}

function secondStepFor({ force_two_step: everybody, administrators_two_step: administrators }: EnterpriseRow) {
  return everybody ? 'everybody' : administrators ? 'administrators' : 'nobody'
}

function pick(from: Named): Named {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Named
}

function splitOf(all: Policies) {
  const { second_step_for: step, ...rest } = all
  const columns = {
    ...pick(rest),
    force_two_step: step === 'everybody',
    administrators_two_step: step === 'administrators',
  }
  const share = Object.fromEntries(
    Object.entries(rest).filter(([name]) => !(names as readonly string[]).includes(name)),
  )
  return { columns, share: share as Omit<typeof rest, keyof Named> }
}
