import { Option, type Command } from 'commander'
import type { AdministratorRole } from '@/contract/administration/role'
import type { UserActor } from '../../actors/actor'
import { createPerson, editPerson, endSessionsOf, resetSecondStep } from '../../services/administration/people'
import { deactivatePeople, deletePeople, restorePeople } from '../../services/administration/leaving'
import { handOver, undoHandOver } from '../../services/administration/handingOver'
import { exportPeople, listPeople, stateOf } from '../../services/administration/reading'
import { administratorsOf, setRole } from '../../services/administration/roles'
import { renewSignInLink, resetPassword, withdrawSignInLink } from '../../services/administration/signInLinks'
import type { SignInLink } from '../../services/session/oneTimeLinks'
import { mailSignInLink } from '../../services/administration/signInMail'
import { messageSignInLink } from '../../services/administration/signInMessage'
import { addImportCommands } from './import'
import { quotaBytes, requireChange, rowCount, wholeNumber } from '../optionValues'
import { UsageError } from '../usageError'
import { withMessengers } from '../withMessengers'
import { pageAddress, personNamed, table, withSession, type Session } from '../session'

export function addPeopleCommands(program: Command): void {
  const person = program.command('person').alias('people').description('people of the organisation')
  addImportCommands(person)

  person
    .command('list')
    .description('lists people')
    .option('--search <text>', 'part of a name, a login or an e-mail address')
    .addOption(new Option('--state <state>').choices(['active', 'new', 'deactivated', 'deleted']))
    .option('--offset <n>', 'people to skip', wholeNumber, 0)
    .option('--limit <n>', 'people to list', rowCount, 50)
    .action(
      withSession(
        async (
          session,
          { offset, limit, ...question }: { search?: string; state?: 'active'; offset: number; limit: number },
        ) => {
          const { people, total } = await listPeople(session, await session.administrator(), question, {
            offset,
            limit,
          })
          const rows = people.map((each) => [
            String(each.id),
            each.login,
            stateOf(each),
            each.administrator_role ?? '',
            each.name,
          ])
          session.print({ people, total_count: total }, table([['id', 'login', 'state', 'role', 'name'], ...rows]))
        },
      ),
    )

  person
    .command('export')
    .description('prints all people as CSV')
    .action(
      withSession(async (session) => {
        const made = await exportPeople(session, await session.administrator(), {})
        session.print(made, made.content)
      }),
    )

  person
    .command('create')
    .description('adds a person and prints a one-time link')
    .requiredOption('--login <login>')
    .requiredOption('--name <name>')
    .option('--email <address>')
    .option(...mailOption)
    .option('--department <id...>', 'ids of departments')
    .option('--manager-of <id...>', 'ids of departments that the person manages')
    .addOption(new Option('--role <role>', 'makes an administrator').choices(['owner', 'people', 'auditor']))
    .action(
      withSession(async (session, options: NewPersonOptions) => {
        const departments = [
          ...(options.department ?? []).map((id) => ({ department_id: wholeNumber(id) })),
          ...(options.managerOf ?? []).map((id) => ({ department_id: wholeNumber(id), is_manager: true })),
        ]
        const asked = {
          login: options.login,
          name: options.name,
          email: options.email,
          role: options.role,
          departments,
        }
        const actor = await session.administrator()
        const { userId, link } = await createPerson(session, actor, asked)
        await giveLink(session, actor, { userId, link, mail: options.mail })
      }),
    )

  person
    .command('edit <login>')
    .description('changes a person')
    .option('--login <login>', 'the new login')
    .option('--name <name>')
    .option('--email <address>')
    .option('--quota <bytes>', 'bytes of the own space; `default` for that of the organisation')
    .action(
      withSession(
        async (session, login: string, options: { login?: string; name?: string; email?: string; quota?: string }) => {
          requireChange(options)
          const { quota, ...rest } = options
          const change = { ...rest, ...(quota !== undefined && { quota_bytes: quotaBytes(quota) }) }
          const actor = await session.administrator()
          await editPerson(session, actor, { user_id: await personNamed(session.db, actor, login), ...change })
          session.print({ success: true }, `Changed ${login}.`)
        },
      ),
    )

  const onSeveral = (
    name: string,
    about: string,
    run: (session: Session, logins: string[], options: { links?: 'keep' | 'close' }) => Promise<void>,
  ) => person.command(`${name} <logins...>`).description(about).action(withSession(run))
  const idsOf = async ({ db, administrator }: Session, logins: readonly string[]) => {
    const actor = await administrator()
    return { actor, ids: await Promise.all(logins.map((login) => personNamed(db, actor, login))) }
  }

  onSeveral(
    'deactivate',
    'ends all access of people, and keeps everything they own',
    async (session, logins, { links }) => {
      const { actor, ids } = await idsOf(session, logins)
      const count = await deactivatePeople(session, actor, ids, links)
      session.print({ count }, `Deactivated ${count}.`)
    },
  ).addOption(new Option('--links <what>', 'what happens to their links').choices(['keep', 'close']))
  onSeveral('restore', 'activates people again', async (session, logins) => {
    const { actor, ids } = await idsOf(session, logins)
    const count = await restorePeople(session, actor, ids)
    session.print({ count }, `Restored ${count}.`)
  })
  onSeveral('sign-out', 'ends all sessions of people', async (session, logins) => {
    const { actor, ids } = await idsOf(session, logins)
    const ended = await endSessionsOf(session, actor, ids)
    session.print({ ended }, `Ended ${ended} sessions.`)
  })
  onSeveral('delete', 'deletes deactivated people who own nothing', async (session, logins) => {
    const { actor, ids } = await idsOf(session, logins)
    const count = await deletePeople(session, actor, ids)
    session.print({ count }, `Deleted ${count}.`)
  })

  const onOne = (name: string, about: string, run: (session: Session, login: string) => Promise<void>) =>
    person.command(`${name} <login>`).description(about).action(withSession(run))
  const idOf = async (session: Session, login: string) => {
    const actor = await session.administrator()
    return { actor, id: await personNamed(session.db, actor, login) }
  }
  for (const [name, about, makeLink] of [
    ['reset-password', 'deletes the password and prints a one-time link', resetPassword],
    ['renew-link', 'prints a new one-time link for a person without a password', renewSignInLink],
  ] as const)
    person
      .command(`${name} <login>`)
      .description(about)
      .option(...mailOption)
      .option(...weComOption)
      .action(
        withSession(async (session, login: string, ways: Ways) => {
          const { actor, id } = await idOf(session, login)
          await giveLink(session, actor, { userId: id, link: await makeLink(session, actor, id), ...ways })
        }),
      )
  onOne('withdraw-link', 'withdraws the one-time link of a person', async (session, login) => {
    const { actor, id } = await idOf(session, login)
    await withdrawSignInLink(session, actor, id)
    session.print({ success: true }, `${login} has no one-time link.`)
  })
  onOne('reset-second-step', 'switches two-step verification of a person off', async (session, login) => {
    const { actor, id } = await idOf(session, login)
    await resetSecondStep(session, actor, id)
    session.print({ success: true }, `${login} has no second step.`)
  })

  person
    .command('hand-over <login>')
    .description('gives what a deactivated person owned to others')
    .option('--files-to <login>', 'who receives the own space')
    .option('--shares-to <login>', 'who receives shared folders and links; default: as --files-to')
    .action(
      withSession(async (session, login: string, options: { filesTo?: string; sharesTo?: string }) => {
        const { actor, id } = await idOf(session, login)
        const [filesTo, sharesTo] = await Promise.all(
          [options.filesTo, options.sharesTo].map((each) =>
            each === undefined ? undefined : personNamed(session.db, actor, each),
          ),
        )
        const made = await handOver(session, actor, id, { filesTo, sharesTo })
        session.print({ handover_id: made.id }, `Handed over. To undo it: person undo-hand-over ${made.id}`)
      }),
    )

  person
    .command('undo-hand-over <id>')
    .description('gives back what was handed over')
    .action(
      withSession(async (session, id: string) => {
        await undoHandOver(session, await session.administrator(), wholeNumber(id))
        session.print({ success: true }, 'Given back.')
      }),
    )

  const administrator = program.command('administrator').description('administrators of the organisation')
  administrator
    .command('list')
    .description('lists the administrators')
    .action(
      withSession(async (session) => {
        const rows = await administratorsOf(session, await session.administrator())
        session.print(rows, table(rows.map((each) => [each.login, each.administrator_role ?? '', each.name])))
      }),
    )
  administrator
    .command('set <login> <role>')
    .description('gives a role: owner, people, auditor or none')
    .action(
      withSession(async (session, login: string, role: string) => {
        const { actor, id } = await idOf(session, login)
        await setRole(session, actor, id, role === 'none' ? null : requireRole(role))
        session.print({ success: true }, `${login}: ${role}`)
      }),
    )
}

interface NewPersonOptions {
  login: string
  name: string
  email?: string
  department?: string[]
  managerOf?: string[]
  mail?: boolean
  role?: AdministratorRole
}

const mailOption = ['--mail', 'also mails the link to the person'] as const
const weComOption = ['--wecom', 'also sends the link to the person as a message in WeCom'] as const

/** How a link reaches its person. */
interface Ways {
  mail?: boolean
  wecom?: boolean
}

/** Prints a link first, because it remains valid if a message is refused. @throws Refused as mailSignInLink and messageSignInLink */
async function giveLink(
  session: Session,
  actor: UserActor,
  { userId, link: { token, expiresAt }, mail = false, wecom = false }: { userId: number; link: SignInLink } & Ways,
): Promise<void> {
  const url = pageAddress(session.config, `/welcome#${token}`)
  const facts = { user_id: userId, url, expires_at: expiresAt }
  session.print(facts, `One-time link, valid until ${expiresAt.toISOString()}:\n${url}`)
  if (mail) console.error(`Mailed to ${await mailSignInLink(session, actor, { userId, token })}.`)
  if (!wecom) return
  const sent = { userId, token, address: pageAddress(session.config, '') }
  console.error(`Sent to ${await messageSignInLink(await withMessengers(session), actor, sent)} in WeCom.`)
}

/** @throws UsageError */
function requireRole(text: string): AdministratorRole {
  if (text === 'owner' || text === 'people' || text === 'auditor') return text
  throw new UsageError('The role is owner, people, auditor or none.')
}
