import { text } from 'node:stream/consumers'
import { Option, type Command } from 'commander'
import { OpenIdClients } from '../../remote/OpenIdClients'
import { readSignOn, removeSignOn, setSignOn } from '../../services/administration/signOn'
import { readNamed } from '../readNamed'
import { pageAddress, withSession, type Session } from '../session'
import { UsageError } from '../usageError'
import { withEncrypter } from '../withMessengers'

interface ProviderOptions {
  issuer?: string
  clientId?: string
  secretFile?: string
  label?: string
  scopes?: string
  domain?: string[]
  linkBy?: 'email' | 'claim'
  linkClaim?: string
  createPeople?: boolean
  groupClaim?: string
  group?: string[]
  signOut?: boolean
  off?: boolean
}

const CALLBACK = '/api/sign_on/callback'

/** Signing on at providers outside. */
export function addSignOnCommands(program: Command): void {
  const oidc = program
    .command('sign-on')
    .description('signing on at a provider')
    .command('oidc')
    .description('an OpenID provider, such as Keycloak, Entra ID or Google')

  oidc
    .command('show')
    .description('shows the settings without the secret, and the address to register at the provider')
    .action(
      withSession(async (session) => {
        const provider = await readSignOn(session, await session.administrator())
        const redirect_url = pageAddress(session.config, CALLBACK)
        session.print({ provider, redirect_url }, JSON.stringify({ provider, redirect_url }, null, 2))
      }),
    )

  oidc
    .command('set')
    .description('stores settings after the provider described itself; settings that are not given stay')
    .option('--issuer <address>', 'https address of the provider')
    .option('--client-id <id>')
    .option('--secret-file <file>', 'a file with the client secret; - reads standard input')
    .option('--label <text>', 'on the button of the sign-in page')
    .option('--scopes <scopes>', 'requested beside openid, profile and email')
    .option('--domain <domain...>', 'domains of e-mail addresses that a first sign-on needs; any: none')
    .addOption(new Option('--link-by <how>', 'how a first sign-on finds the person').choices(['email', 'claim']))
    .option('--link-claim <name>', 'the claim that is the login, for --link-by claim')
    .option('--create-people', 'a first sign-on adds people')
    .option('--no-create-people', 'only people who were added before sign on')
    .option('--group-claim <name>', 'the claim that lists groups')
    .option('--group <rule...>', 'GROUP=DEPARTMENT_ID: members of the group join the department')
    .option('--sign-out', 'signing out also leads to the provider')
    .option('--no-sign-out')
    .option('--off', 'the sign-in page does not offer the provider')
    .action(
      withSession(async (session, options: ProviderOptions) => {
        const actor = await session.administrator()
        const before = await readSignOn(session, actor)
        const { issuer = before?.issuer, clientId = before?.client_id } = options
        if (issuer === undefined || clientId === undefined) throw new UsageError('--issuer and --client-id are needed')
        const settings = {
          is_on: options.off !== true,
          label: options.label ?? before?.label ?? new URL(issuer).hostname,
          issuer,
          client_id: clientId,
          scopes: options.scopes ?? before?.scopes ?? '',
          email_domains: options.domain?.filter((each) => each !== 'any') ?? before?.email_domains ?? [],
          link_by: options.linkBy ?? before?.link_by ?? 'email',
          link_claim: options.linkClaim ?? before?.link_claim ?? '',
          creates_people: options.createPeople ?? before?.creates_people ?? false,
          group_claim: options.groupClaim ?? before?.group_claim ?? '',
          group_rules: options.group?.map(readRule) ?? before?.group_rules ?? [],
          signs_out: options.signOut ?? before?.signs_out ?? false,
        }
        const secret = options.secretFile === undefined ? undefined : await readSecret(options.secretFile)
        const provider = await setSignOn(await withProviders(session), actor, settings, secret)
        const redirect_url = pageAddress(session.config, CALLBACK)
        session.print({ provider, redirect_url }, `Stored. Register this address at the provider:\n${redirect_url}`)
      }),
    )

  oidc
    .command('remove')
    .description('ends signing on at the provider; people keep their accounts')
    .action(
      withSession(async (session) => {
        await removeSignOn(session, await session.administrator())
        session.print({ success: true }, 'Removed.')
      }),
    )
}

async function withProviders(session: Session) {
  return { ...(await withEncrypter(session)), openIdClients: new OpenIdClients(session) }
}

async function readSecret(file: string): Promise<string> {
  return (file === '-' ? await text(process.stdin) : (await readNamed(file)).toString()).trim()
}

/** @throws UsageError */
function readRule(rule: string) {
  const [, group, id] = /^(.+)=(\d{1,15})$/.exec(rule) ?? []
  if (group === undefined) throw new UsageError(`${rule} is not GROUP=DEPARTMENT_ID`)
  return { group, department_id: Number(id) }
}
