import type { Request } from '@/contract/api'
import type { SignOnProvider } from '@/contract/administration/signOn'
import type { UserActor } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { departmentNodes } from '../../queries/administration/departments'
import { deleteProvider, findProvider, putProvider, type SignOnProviderRow } from '../../queries/session/signOn'
import { isUsableAddress, OpenIdFailure } from '../../remote/OpenIdClients'
import { secretPlace } from '../session/signOnProvider'
import { act, difference, requireRight, type Ports } from './acts'

type Settings = Request<'POST /admin/sign_on/set'>['provider']
type Needs = Ports & Pick<Dependencies, 'config' | 'encrypter' | 'openIdClients'>

/** The provider of the organisation, without its secret; null: none. @throws Refused permission_denied */
export async function readSignOn({ db }: Pick<Ports, 'db'>, actor: UserActor): Promise<SignOnProvider | null> {
  requireRight(actor, 'configureSignOn')
  const found = await findProvider(db, actor.enterprise.id)
  return found ? presentProvider(found) : null
}

/**
 * Stores the provider, after it described itself.
 * @param secret undefined: stays; '' = none
 * @throws Refused permission_denied, sign_on_issuer, sign_on_unreachable, sign_on_secret, sign_on_settings, department_not_found
 */
export async function setSignOn(
  ports: Needs,
  actor: UserActor,
  asked: Settings,
  secret: string | undefined,
): Promise<SignOnProvider> {
  requireRight(actor, 'configureSignOn')
  const settings = requireSettings(asked, ports.config)
  await requireProvider(ports, actor, settings)
  return act(ports, actor, async ({ db, at, actor: present, record }) => {
    requireRight(present, 'configureSignOn')
    const enterpriseId = actor.enterprise.id
    const before = await findProvider(db, enterpriseId)
    // Otherwise the stored secret could be sent to a provider that its owner never meant.
    const isSame = before?.issuer === settings.issuer && before.client_id === settings.client_id
    if (secret === undefined && before && !isSame && before.client_secret !== null)
      throw new Refused('sign_on_secret', { field: 'client_secret' })
    const known = await departmentNodes(db, enterpriseId)
    if (settings.group_rules.some(({ department_id: id }) => !known.has(id)))
      throw new Refused('department_not_found', { field: 'group_rules' })
    const encrypted =
      secret === undefined
        ? (before?.client_secret ?? null)
        : secret === ''
          ? null
          : ports.encrypter.encrypt(secret, secretPlace(enterpriseId))
    await putProvider(db, {
      enterprise_id: enterpriseId,
      ...settings,
      group_rules: JSON.stringify(settings.group_rules),
      client_secret: encrypted,
      changed_at: at,
    })
    const after = presentProvider((await findProvider(db, enterpriseId))!)
    const changed = before ? difference(presentProvider(before), after) : { before: null, after }
    const detail = { ...changed, ...(secret !== undefined && { after: { ...changed?.after, new_secret: true } }) }
    if (changed || secret !== undefined) await record('sign_on_changed', detail)
    return after
  })
}

/** @throws Refused permission_denied */
export function removeSignOn(ports: Ports, actor: UserActor): Promise<void> {
  return act(ports, actor, async ({ db, actor: present, record }) => {
    requireRight(present, 'configureSignOn')
    const before = await findProvider(db, actor.enterprise.id)
    if (!before) return
    await deleteProvider(db, actor.enterprise.id)
    await record('sign_on_changed', { before: presentProvider(before), after: null })
  })
}

function presentProvider(row: SignOnProviderRow): SignOnProvider {
  const { enterprise_id: _enterprise, client_secret: secret, changed_at: _at, ...rest } = row
  return { ...rest, has_secret: secret !== null }
}

/** The settings in their stored form. @throws Refused sign_on_issuer, sign_on_settings */
function requireSettings(asked: Settings, config: Needs['config']): Settings {
  const trimmed = (name: 'label' | 'client_id' | 'link_claim' | 'group_claim') => asked[name].trim()
  const issuer = asked.issuer.trim().replace(/\/\.well-known\/openid-configuration$/, '')
  if (!isUsableAddress(issuer, config) || /[?#]/.test(issuer)) throw new Refused('sign_on_issuer', { field: 'issuer' })
  const settings: Settings = {
    ...asked,
    issuer,
    label: trimmed('label'),
    client_id: trimmed('client_id'),
    link_claim: trimmed('link_claim'),
    group_claim: trimmed('group_claim'),
    scopes: asked.scopes.trim().split(/\s+/).filter(Boolean).join(' '),
    email_domains: [...new Set(asked.email_domains.map((each) => each.trim().toLowerCase().replace(/^@/, '')))].filter(
      Boolean,
    ),
  }
  const isWrong = {
    label: settings.label === '',
    client_id: settings.client_id === '',
    scopes: !/^[\x21-\x7e ]*$/.test(settings.scopes),
    email_domains: settings.email_domains.some((each) => !/^[^\s@]+\.[^\s@.]+$/.test(each)),
    link_claim: settings.link_by === 'claim' && settings.link_claim === '',
    group_claim: settings.group_rules.length > 0 && settings.group_claim === '',
  }
  const field = Object.entries(isWrong).find(([, wrong]) => wrong)?.[0]
  if (field !== undefined) throw new Refused('sign_on_settings', { field })
  return settings
}

/** @throws Refused sign_on_unreachable */
async function requireProvider({ openIdClients, clock }: Needs, actor: UserActor, settings: Settings): Promise<void> {
  try {
    await openIdClients.check({
      enterpriseId: actor.enterprise.id,
      issuer: settings.issuer,
      clientId: settings.client_id,
      clientSecret: null,
      changedAt: clock(),
    })
  } catch (error) {
    if (error instanceof OpenIdFailure) throw new Refused('sign_on_unreachable', { field: 'issuer' })
    throw error
  }
}
