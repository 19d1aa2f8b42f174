import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import type { Request } from '@/contract/api'
import { readWeCom, removeWeCom, setWeCom } from '../../services/administration/weCom'
import { pageAddress, withSession } from '../session'
import { withMessengers } from '../withMessengers'
import { UsageError } from '../usageError'

type Input = Request<'POST /admin/wecom/set'>

interface WeComOptions {
  corpId?: string
  agentId?: string
  label?: string
  secretsFile?: string
  syncHours?: string
  links?: boolean
  signIn?: boolean
  off?: boolean
}

const secretNames = ['secret', 'contacts_secret', 'callback_token', 'callback_key'] as const

/** WeCom as a directory, and for signing in. */
export function addWeComCommands(directory: Command): void {
  const wecom = directory.command('wecom').description('departments and members from WeCom, and signing in with WeCom')

  wecom
    .command('show')
    .description('shows the settings without the secrets, and what to enter in WeCom')
    .action(
      withSession(async (session) => {
        const actor = await session.administrator()
        const directory = await readWeCom(session, actor)
        const callback_url = pageAddress(session.config, `/api/wecom/events/${actor.enterprise.id}`)
        session.print({ directory, callback_url }, JSON.stringify({ directory, callback_url }, null, 2))
      }),
    )

  wecom
    .command('set')
    .description('stores settings after WeCom accepted the secrets; settings that are not given stay')
    .option('--corp-id <id>', 'the id of the organisation in WeCom')
    .option('--agent-id <number>', 'the number of the app')
    .option('--label <text>', 'on the button of the sign-in page, and beside what WeCom manages')
    .option('--secrets-file <file>', `a JSON file with any of ${secretNames.join(', ')}; '' removes one`)
    .option('--sync-hours <hours>', 'hours between two syncs; never: only by hand and after a callback')
    .option('--links', 'a sync links accounts whose login is the userid, and departments of the same name and place')
    .option('--no-links')
    .option('--sign-in', 'the sign-in page offers WeCom')
    .option('--no-sign-in')
    .option('--off', 'no syncs, no callbacks, nobody signs in with WeCom')
    .action(
      withSession(async (session, options: WeComOptions) => {
        const actor = await session.administrator()
        const before = await readWeCom(session, actor)
        const { corpId = before?.corp_id } = options
        const agentId = options.agentId === undefined ? before?.agent_id : numberOf('--agent-id', options.agentId)
        if (corpId === undefined || agentId === undefined) throw new UsageError('--corp-id and --agent-id are needed')
        const directory = {
          is_on: options.off !== true,
          label: options.label ?? before?.label ?? '企业微信',
          corp_id: corpId,
          agent_id: agentId,
          offers_sign_in: options.signIn ?? before?.offers_sign_in ?? true,
          links_existing: options.links ?? before?.links_existing ?? false,
          sync_hours: options.syncHours === undefined ? (before ? before.sync_hours : 24) : hoursOf(options.syncHours),
        }
        const secrets = options.secretsFile === undefined ? {} : await readSecrets(options.secretsFile)
        const stored = await setWeCom(await withMessengers(session), actor, { directory, ...secrets })
        session.print({ directory: stored }, 'Stored. Try it: directory sync wecom --dry')
      }),
    )

  wecom
    .command('remove')
    .description('ends syncs and signing in with WeCom; people and departments stay')
    .action(
      withSession(async (session) => {
        await removeWeCom(session, await session.administrator())
        session.print({ success: true }, 'Removed.')
      }),
    )
}

/** @throws UsageError */
async function readSecrets(file: string): Promise<Omit<Input, 'directory'>> {
  let given: unknown
  try {
    given = JSON.parse(await readFile(file, 'utf8'))
  } catch {
    throw new UsageError(`${file} is no JSON file`)
  }
  const entries = Object.entries(given ?? {})
  const isKnown = ([name, value]: [string, unknown]) =>
    secretNames.some((each) => each === name) && typeof value === 'string'
  if (!entries.every(isKnown)) throw new UsageError(`${file} may hold only the texts ${secretNames.join(', ')}`)
  return Object.fromEntries(entries) as Omit<Input, 'directory'>
}

/** @throws UsageError */
function numberOf(name: string, text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new UsageError(`${name}: a number is needed`)
  return Number(text)
}

/** null: never @throws UsageError */
function hoursOf(text: string): number | null {
  if (text === 'never') return null
  const hours = numberOf('--sync-hours', text)
  if (hours < 1 || hours > 168) throw new UsageError('--sync-hours: a number from 1 to 168 is needed')
  return hours
}
