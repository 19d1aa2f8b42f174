import type { Dependencies } from '../../dependencies'
import type { SignOnProviderRow } from '../../queries/session/signOn'
import type { OpenIdProvider } from '../../remote/OpenIdClients'

/** The place for which the secret of an organisation's provider is encrypted. */
export const secretPlace = (enterpriseId: number) => `sign-on ${enterpriseId}`

/** A stored provider as the client of providers needs it. A secret that was encrypted with a lost key counts as none. */
export function providerOf({ encrypter }: Pick<Dependencies, 'encrypter'>, row: SignOnProviderRow): OpenIdProvider {
  const { enterprise_id: enterpriseId, issuer, client_id: clientId, client_secret: secret, changed_at: changedAt } = row
  const clientSecret = secret && encrypter.decrypt(secret, secretPlace(enterpriseId))
  return { enterpriseId, issuer, clientId, clientSecret, changedAt }
}
