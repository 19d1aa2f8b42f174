import type { UserRow } from '../../../server/database/tables'
import type { TestServer } from '../testServer'
import { makeApplication, type OpenClient } from './applications'
import { Granting } from './granting'

/** A client with the token of an administrator's enterprise. */
export async function enterpriseClient(server: TestServer, administrator: UserRow): Promise<OpenClient> {
  const credentials = await makeApplication(server, administrator, { grants: ['enterprise', 'jwt_simple'] })
  const iat = Math.floor(server.deps.clock().getTime() / 1000)
  const claims = {
    yifangyun_sub_type: 'enterprise',
    sub: administrator.enterprise_id,
    iat,
    exp: iat + 60,
    jti: `${credentials.clientId} ${iat}`,
  }
  const assertion = Buffer.from(JSON.stringify(claims)).toString('base64')
  const of = new Granting(server.url, credentials)
  return of.client((await of.tokens({ grant_type: 'jwt_simple', assertion })).access_token)
}
