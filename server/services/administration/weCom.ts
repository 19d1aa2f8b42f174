import type { Request } from '@/contract/api'
import type { WeComDirectory } from '@/contract/administration/weCom'
import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { isUniqueViolation } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { MessengerFailure } from '../../messengers/MessengerFailure'
import { deleteDirectory, putDirectory } from '../../queries/directories/facts'
import { findWeCom, putWeComSettings, type WeComRow } from '../../queries/directories/weCom'
import { secretOf, secretPlace, type SecretName } from '../session/weComAccess'
import { act, difference, requireRight, type Ports } from './acts'

type Input = Request<'POST /admin/wecom/set'>
type Settings = Input['directory']
type Secrets = Partial<Record<SecretName, string>>
type Needs = Ports & Pick<Dependencies, 'encrypter' | 'messengers'>

const secretNames: readonly SecretName[] = ['secret', 'contacts_secret', 'callback_token', 'callback_key']

/** WeCom as a directory of the organisation, without its secrets; null: none. @throws Refused permission_denied */
export async function readWeCom({ db }: Pick<Ports, 'db'>, actor: UserActor): Promise<WeComDirectory | null> {
  requireRight(actor, 'configureDirectories')
  const found = await findWeCom(db, actor.enterprise.id)
  return found ? present(found) : null
}

/**
 * Stores the settings, after WeCom accepted the secrets.
 * @throws Refused permission_denied, sign_on_settings, wecom_secret, sign_on_unreachable, wecom_refused, wecom_taken
 */
export async function setWeCom(
  ports: Needs,
  actor: UserActor,
  { directory, ...given }: Input,
): Promise<WeComDirectory> {
  requireRight(actor, 'configureDirectories')
  const settings = { ...directory, corp_id: directory.corp_id.trim(), label: directory.label.trim() }
  const secrets = requireSecrets(settings, given)
  await requireAccess(ports, settings, await keptSecrets(ports, actor, settings, secrets))
  return act(ports, actor, async ({ db, at, actor: administrator, record }) => {
    requireRight(administrator, 'configureDirectories')
    const before = await findWeCom(db, actor.enterprise.id)
    // Read again: meanwhile another administrator may have stored another organisation.
    const all = secretsOf(ports, settings, secrets, before)
    if (before && before.corp_id !== settings.corp_id) await deleteDirectory(db, before.id)
    await put(ports, db, { settings, all, at, enterpriseId: actor.enterprise.id })
    const after = present((await findWeCom(db, actor.enterprise.id))!)
    const changed = before ? difference(present(before), after) : { before: null, after }
    const isNew = Object.keys(secrets).length > 0
    const detail = { ...changed, ...(isNew && { after: { ...changed?.after, new_secret: true } }) }
    if (changed || isNew) await record('directory_changed', detail)
    return after
  })
}

/** People and departments stay. @throws Refused permission_denied */
export function removeWeCom(ports: Ports, actor: UserActor): Promise<void> {
  return act(ports, actor, async ({ db, actor: administrator, record }) => {
    requireRight(administrator, 'configureDirectories')
    const before = await findWeCom(db, actor.enterprise.id)
    if (!before) return
    await deleteDirectory(db, before.id)
    await record('directory_changed', { before: present(before), after: null })
  })
}

interface Put {
  settings: Settings
  all: Secrets
  at: Date
  enterpriseId: number
}

/** @throws Refused wecom_taken */
async function put({ encrypter }: Needs, db: Db, { settings, all, at, enterpriseId }: Put): Promise<void> {
  const { label, is_on, links_existing, sync_hours, corp_id, agent_id, offers_sign_in } = settings
  const sealed = (name: SecretName) =>
    all[name] ? encrypter.encrypt(all[name], secretPlace(enterpriseId, name)) : null
  const kind = { kind: 'wecom', signs_in: false } as const
  const common = { enterprise_id: enterpriseId, label, is_on, links_existing, sync_hours, changed_at: at }
  const directoryId = await putDirectory(db, { ...kind, ...common })
  try {
    await putWeComSettings(db, {
      directory_id: directoryId,
      corp_id,
      agent_id,
      offers_sign_in,
      secret: sealed('secret')!,
      contacts_secret: sealed('contacts_secret'),
      callback_token: sealed('callback_token'),
      callback_key: sealed('callback_key'),
    })
  } catch (error) {
    throw isUniqueViolation(error, 'wecom_directories_corp_id_key')
      ? new Refused('wecom_taken', { field: 'corp_id' })
      : error
  }
}

function present(row: WeComRow): WeComDirectory {
  const { id, is_on, label, corp_id, agent_id, offers_sign_in, links_existing, sync_hours } = row
  return {
    id,
    is_on,
    label,
    corp_id,
    agent_id,
    offers_sign_in,
    links_existing,
    sync_hours,
    has_contacts_secret: row.contacts_secret !== null,
    has_callback: row.callback_token !== null,
  }
}

/** The secrets that were given, in the form that WeCom uses. @throws Refused sign_on_settings */
function requireSecrets({ corp_id: corpId, label }: Settings, given: Secrets): Secrets {
  const found: Secrets = {}
  for (const name of secretNames) if (given[name] !== undefined) found[name] = given[name].trim()
  const isWrong = {
    label: label === '',
    corp_id: !/^[\w-]{1,100}$/.test(corpId),
    secret: found.secret !== undefined && !/^[\w-]{10,200}$/.test(found.secret),
    contacts_secret: found.contacts_secret !== undefined && !/^([\w-]{10,200})?$/.test(found.contacts_secret),
    callback_token: found.callback_token !== undefined && !/^([A-Za-z0-9]{3,32})?$/.test(found.callback_token),
    callback_key: found.callback_key !== undefined && !/^([A-Za-z0-9+/]{43})?$/.test(found.callback_key),
  }
  const field = Object.entries(isWrong).find(([, wrong]) => wrong)?.[0]
  if (field !== undefined) throw new Refused('sign_on_settings', { field })
  return found
}

async function keptSecrets(ports: Needs, actor: UserActor, settings: Settings, given: Secrets): Promise<Secrets> {
  return secretsOf(ports, settings, given, await findWeCom(ports.db, actor.enterprise.id))
}

/** All secrets after a change. @throws Refused wecom_secret, sign_on_settings */
function secretsOf(ports: Needs, { corp_id: corpId }: Settings, given: Secrets, before: WeComRow | undefined): Secrets {
  // The secrets of one organisation are worth nothing in another.
  const kept = before?.corp_id === corpId ? before : undefined
  const all: Secrets = {}
  for (const name of secretNames) all[name] = given[name] ?? (kept && (secretOf(ports, kept, name) ?? undefined))
  if (!all.secret) throw new Refused('wecom_secret', { field: 'secret' })
  if (!all.callback_token !== !all.callback_key)
    throw new Refused('sign_on_settings', { field: all.callback_token ? 'callback_key' : 'callback_token' })
  return all
}

/** @throws Refused sign_on_unreachable, wecom_refused */
async function requireAccess({ messengers }: Needs, { corp_id: corpId, agent_id }: Settings, all: Secrets) {
  const access = { corpId, secret: all.secret!, contactsSecret: all.contacts_secret || null }
  try {
    await messengers.weComOf(access).check(agent_id)
  } catch (error) {
    if (!(error instanceof MessengerFailure)) throw error
    if (error.code === null) throw new Refused('sign_on_unreachable')
    throw new Refused('wecom_refused', { params: { code: String(error.code) } })
  }
}
