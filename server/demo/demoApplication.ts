import { scopes } from '@/contract/applications'
import type { Db } from '../database/connect'
import type { Dependencies } from '../dependencies'
import { hashOf } from '../crypto/secretHash'
import { deleteTokens } from '../queries/administration/applications'
import { userNamed } from '../services/administration/acts'
import { createApplication } from '../services/administration/applications'

/** An application of the demo school (decisions 60). Its secret is always the password of the demo accounts. */
export const demoClientId = 'satchel-demo'

/** Origins that may show the drive in a frame through the application. */
export const demoOrigins = ['http://localhost:8080', 'http://127.0.0.1:8080']

export async function makeDemoApplication(ports: Pick<Dependencies, 'db' | 'clock'>, secret: string): Promise<void> {
  const administrator = await userNamed(ports.db, 'admin@mingde.demo')
  if (!administrator) throw new Error('the demo school has no administrator')
  const seed = { name: '明德课堂', origins: demoOrigins, scopes, users: 'all' } as const
  await createApplication(ports, administrator, seed, { clientId: demoClientId, secret })
}

/** One line to print at start; null without the application. */
export async function describeDemoApplication(db: Db): Promise<string | null> {
  const found = await db
    .selectFrom('applications')
    .select('id')
    .where('client_id', '=', demoClientId)
    .executeTakeFirst()
  return found ? `${demoClientId}  docs/embed.md: ${demoOrigins.join(', ')}` : null
}

/** Changes the application's secret and ends the tokens obtained with the earlier one. */
export async function changeDemoSecret(db: Db, secret: string): Promise<void> {
  const application = await db
    .updateTable('applications')
    .set({ secret_hash: hashOf(secret), former_secret_hash: null, former_secret_ends_at: null })
    .where('client_id', '=', demoClientId)
    .returning('id')
    .executeTakeFirst()
  if (application) await deleteTokens(db, application.id)
}
