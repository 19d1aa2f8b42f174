import { Option, type Command } from 'commander'
import { scopes as allScopes, type Scope } from '@/contract/applications'
import { allowedGrants, type AllowedGrant } from '@/contract/grants'
import type { UserActor } from '../../actors/actor'
import { Refused } from '../../errors'
import { presentApplication } from '../../presenters/administration'
import { applicationIdOf } from '../../queries/administration/applications'
import { addKey, removeKey } from '../../services/administration/applicationKeys'
import {
  applicationsOf,
  createApplication,
  editApplication,
  endApplication,
  rotateSecret,
  type ApplicationSettings,
} from '../../services/administration/applications'
import { readNamed } from '../readNamed'
import { personNamed, table, withSession, type Session } from '../session'

interface Settings {
  name?: string
  scope?: Scope[]
  for?: string[]
  origin?: string[]
  redirect?: string[]
  grant?: AllowedGrant[]
}

/** Options without a value remove all that there are. */
type Changes = Omit<Settings, 'origin' | 'redirect' | 'grant'> & {
  origin?: string[] | boolean
  redirect?: string[] | boolean
  grant?: AllowedGrant[] | boolean
}

const keep = 'Keep the secret: it is not shown again.'
const scopeOption = () => new Option('--scope <scope...>', 'what it may do').choices([...allScopes])
const forOption = () => new Option('--for <login...>', 'the users for whom it may act, or all')
const originOption = () =>
  new Option('--origin <origin...>', 'pages that may show the drive in a frame, such as https://app.example')
const redirectOption = () =>
  new Option('--redirect <address...>', 'addresses that a user’s code may be sent to, such as https://app.example/back')
const grantOption = () =>
  new Option('--grant <grant...>', 'further ways to get tokens; each proves less or gives more').choices([
    ...allowedGrants,
  ])

/** Applications of the open platform. */
export function addApplicationCommands(program: Command): void {
  const application = program.command('application').description('applications of the open platform')
  application
    .command('list')
    .description('lists the applications')
    .action(
      withSession(async (session) => {
        const rows = await applicationsOf(session, await session.administrator())
        const shown = rows.map((row) => presentApplication(row, session.clock()))
        const lines = shown.map((each) => [
          each.client_id,
          each.ended_at === null ? 'works' : 'ended',
          each.last_used_at === null ? 'never used' : new Date(each.last_used_at * 1000).toISOString(),
          each.for_all ? 'all' : `${each.users.length} users`,
          each.scopes.join(' '),
          each.name,
        ])
        session.print(shown, table([['client id', 'state', 'last use', 'for', 'scopes', 'name'], ...lines]))
      }),
    )
  application
    .command('create')
    .description('creates an application; the secret is printed once')
    .requiredOption('--name <name>')
    .addOption(scopeOption().makeOptionMandatory())
    .addOption(forOption().makeOptionMandatory())
    .addOption(originOption())
    .addOption(redirectOption())
    .addOption(grantOption())
    .action(
      withSession(async (session, given: Settings & Required<Pick<Settings, 'name' | 'scope' | 'for'>>) => {
        const actor = await session.administrator()
        const { clientId, secret } = await createApplication(session, actor, {
          name: given.name,
          scopes: given.scope,
          origins: given.origin ?? [],
          redirectUris: given.redirect ?? [],
          grants: given.grant ?? [],
          users: await usersNamed(session, actor, given.for),
        })
        session.print({ client_id: clientId, secret }, `client id  ${clientId}\nsecret     ${secret}\n${keep}`)
      }),
    )
  application
    .command('edit <client-id>')
    .description('changes an application; options that are not given stay')
    .option('--name <name>')
    .addOption(scopeOption())
    .addOption(forOption())
    .addOption(originOption())
    .option('--no-origin', 'removes all origins')
    .addOption(redirectOption())
    .option('--no-redirect', 'removes all addresses')
    .addOption(grantOption())
    .option('--no-grant', 'allows no further grants')
    .action(
      onApplication(async (session, actor, id, given: Changes) => {
        await editApplication(session, actor, id, {
          ...(given.name !== undefined && { name: given.name }),
          ...(given.scope && { scopes: given.scope }),
          ...(given.for && { users: await usersNamed(session, actor, given.for) }),
          ...(Array.isArray(given.origin) && { origins: given.origin }),
          ...(given.origin === false && { origins: [] }),
          ...(Array.isArray(given.redirect) && { redirectUris: given.redirect }),
          ...(given.redirect === false && { redirectUris: [] }),
          ...(Array.isArray(given.grant) && { grants: given.grant }),
          ...(given.grant === false && { grants: [] }),
        })
        session.print({ success: true }, 'Changed.')
      }),
    )
  application
    .command('rotate <client-id>')
    .description('makes a new secret; the present one works for 24 hours more')
    .option('--end-former', 'ends the present secret and all tokens at once, because somebody else may know it')
    .action(
      onApplication(async (session, actor, id, given: { endFormer?: boolean }) => {
        const endsFormer = given.endFormer ?? false
        const { secret, formerEndsAt } = await rotateSecret(session, actor, id, { endsFormer })
        const former = formerEndsAt ? `The former secret works until ${formerEndsAt.toISOString()}.\n` : ''
        session.print({ secret, former_secret_ends_at: formerEndsAt }, `secret  ${secret}\n${former}${keep}`)
      }),
    )
  application
    .command('end <client-id>')
    .description('ends an application: its tokens and addresses stop working')
    .action(
      onApplication(async (session, actor, id) => {
        await endApplication(session, actor, id)
        session.print({ success: true }, 'The application has ended.')
      }),
    )
  addKeyCommands(application.command('key').description('public keys that verify signed assertions (grant_type=jwt)'))
}

function addKeyCommands(key: Command): void {
  key
    .command('add <client-id> <name> <file>')
    .description('adds a public RSA key in PEM; the name is the kid of assertions')
    .action(
      withSession(async (session, clientId: string, name: string, file: string) => {
        const actor = await session.administrator()
        const publicKey = (await readNamed(file)).toString()
        const { fingerprint } = await addKey(session, actor, await idOf(session, actor, clientId), { name, publicKey })
        session.print({ name, fingerprint: `SHA256:${fingerprint}` }, `${name}  SHA256:${fingerprint}`)
      }),
    )
  key
    .command('remove <client-id> <name>')
    .description('removes a key; assertions with it are refused from now on')
    .action(
      withSession(async (session, clientId: string, name: string) => {
        const actor = await session.administrator()
        await removeKey(session, actor, await idOf(session, actor, clientId), name)
        session.print({ success: true }, `Removed ${name}.`)
      }),
    )
}

function onApplication<Options>(
  run: (session: Session, actor: UserActor, id: number, options: Options) => Promise<void>,
) {
  return withSession(async (session, clientId: string, options: Options) => {
    const actor = await session.administrator()
    await run(session, actor, await idOf(session, actor, clientId), options)
  })
}

/** @throws Refused application_not_found */
async function idOf({ db }: Session, { enterprise }: UserActor, clientId: string): Promise<number> {
  const id = await applicationIdOf(db, enterprise.id, clientId)
  if (id === undefined) throw new Refused('application_not_found')
  return id
}

/** @throws Refused person_not_found */
async function usersNamed(
  { db }: Session,
  actor: UserActor,
  logins: readonly string[],
): Promise<ApplicationSettings['users']> {
  return logins.includes('all') ? 'all' : Promise.all(logins.map((login) => personNamed(db, actor, login)))
}
