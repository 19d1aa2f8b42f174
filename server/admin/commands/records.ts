import { Option, type Command } from 'commander'
import type { AuditEvent } from '@/contract/audit'
import { scopes as allScopes, type Scope } from '@/contract/applications'
import { presentAudit, presentAuditTable } from '../../presenters/audit'
import { createApplication, endApplication } from '../../services/applications/administration'
import { exportAudit, readAudit } from '../../services/audit'
import { table, withSession } from '../session'
import { UsageError } from '../usageError'

/** The audit log and applications. */
export function addRecordCommands(program: Command): void {
  const audit = program.command('audit').description('the audit log of the organisation')
  audit
    .command('list')
    .description('lists events, newest first')
    .option('--user <text>', 'part of a login or a name')
    .option('--deed <event>')
    .option('--limit <n>', 'events to list', Number, 50)
    .action(
      withSession(async (session, question: { user?: string; deed?: AuditEvent; limit: number }) => {
        const actor = await session.administrator()
        const { rows, names } = await readAudit(session, actor, question)
        const entries = rows.map((row) => presentAudit(row, { ...names, enterpriseId: actor.enterprise.id }))
        const lines = entries.map((each) => [
          new Date(each.time * 1000).toISOString(),
          each.deed,
          each.user?.login ?? '',
          each.item?.name ?? '',
        ])
        session.print(entries, table(lines))
      }),
    )
  audit
    .command('export')
    .description('prints the newest 50,000 events as CSV')
    .action(
      withSession(async (session) => {
        const actor = await session.administrator()
        const { rows, names } = await exportAudit(session, actor, {})
        const entries = rows.map((row) => presentAudit(row, { ...names, enterpriseId: actor.enterprise.id }))
        session.print(entries, presentAuditTable(entries))
      }),
    )

  const application = program.command('application').description('applications of the open platform')
  application
    .command('create')
    .description('creates an application; the secret is printed once')
    .requiredOption('--name <name>')
    .addOption(new Option('--scope <scope...>', 'what it may do').choices([...allScopes]).makeOptionMandatory())
    .requiredOption('--for <login...>', 'the users for whom it may act, or all')
    .option('--origin <origin...>', 'pages that may show the drive in a frame, such as https://app.example')
    .action(
      withSession(async (session, options: { name: string; scope: Scope[]; for: string[]; origin?: string[] }) => {
        const { clientId, secret } = await createApplication(session, await session.administrator(), {
          name: options.name,
          scopes: options.scope,
          origins: options.origin ?? [],
          users: options.for.includes('all') ? 'all' : options.for,
        })
        session.print(
          { client_id: clientId, secret },
          `client id  ${clientId}\nsecret     ${secret}\nKeep the secret: it is not shown again.`,
        )
      }),
    )
  application
    .command('end <client-id>')
    .description('ends an application: its tokens and addresses stop working')
    .action(
      withSession(async (session, clientId: string) => {
        if (clientId === '') throw new UsageError('Name the client id.')
        await endApplication(session, await session.administrator(), clientId)
        session.print({ success: true }, `The application ${clientId} has ended.`)
      }),
    )
}
