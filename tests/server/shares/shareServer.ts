import { after, before } from 'node:test'
import type { SharePolicy } from '@/contract/shares/policy'
import type { EnterpriseRow, UserRow } from '../../../server/database/tables'
import { savePolicy } from '../../../server/queries/shares/policies'
import { factories } from '../../support/factories'
import { freePolicy } from '../../support/shares/shareTable'
import { signedIn } from '../../support/session/signedIn'
import { startTestServer, type TestServer } from '../../support/testServer'

export let server: TestServer
export let make: ReturnType<typeof factories>

/** Starts a server for the tests of a file. */
export function startShareServer(clock: () => Date): void {
  before(async () => {
    server = await startTestServer({ clock })
    make = factories(server.deps)
  })
  after(() => server.close())
}

export const signIn = (user: UserRow) => signedIn(server, user)

/** Creates an enterprise whose links need no password unless the policy says otherwise. */
export async function company(policy: Partial<SharePolicy> = {}, values: Parameters<typeof make.enterprise>[0] = {}) {
  const enterprise = await make.enterprise(values)
  const { is_share_company_allowed: _, ...decided } = { ...freePolicy, is_share_management: true, ...policy }
  await savePolicy(server.deps.db, enterprise.id, decided)
  return enterprise
}

export async function person(enterprise: EnterpriseRow) {
  const user = await make.user({ enterprise })
  const file = await make.file({ owner: user }, { name: `${user.name}.txt`, content: 'shared words' })
  return { user, file, me: await signIn(user) }
}
