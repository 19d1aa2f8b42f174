import type { Dependencies } from '../../dependencies'
import type { CallbackSecrets } from '../../messengers/weComEnvelope'
import type { WeComOrganisation } from '../../messengers/WeComOrganisation'
import type { WeComRow } from '../../queries/directories/weCom'

export type SecretName = 'secret' | 'contacts_secret' | 'callback_token' | 'callback_key'

/** The place for which a secret is encrypted. */
export const secretPlace = (enterpriseId: number, name: SecretName) => `wecom ${enterpriseId} ${name}`

type Ports = Pick<Dependencies, 'encrypter' | 'messengers'>

export function secretOf({ encrypter }: Pick<Ports, 'encrypter'>, row: WeComRow, name: SecretName): string | null {
  const sealed = row[name]
  return sealed && encrypter.decrypt(sealed, secretPlace(row.enterprise_id, name))
}

/** The organisation in WeCom behind stored settings. A secret that was encrypted with a lost key counts as a wrong one. */
export function organisationOf(ports: Ports, row: WeComRow): WeComOrganisation {
  return ports.messengers.weComOf({
    corpId: row.corp_id,
    secret: secretOf(ports, row, 'secret') ?? '',
    contactsSecret: secretOf(ports, row, 'contacts_secret'),
  })
}

/** The secrets of callbacks; null: none are accepted. */
export function callbackOf(ports: Pick<Ports, 'encrypter'>, row: WeComRow): CallbackSecrets | null {
  const token = secretOf(ports, row, 'callback_token')
  const key = secretOf(ports, row, 'callback_key')
  return token === null || key === null ? null : { token, key, corpId: row.corp_id }
}
