import { Option, type Command } from 'commander'
import { auditEvents, type AuditEvent } from '@/contract/audit'
import { presentAudit, presentAuditTable } from '../../presenters/audit'
import { exportAudit, readAudit } from '../../services/audit'
import { dayOf, rowCount } from '../optionValues'
import { table, withSession } from '../session'

/** The audit log. */
export function addRecordCommands(program: Command): void {
  const audit = program.command('audit').description('the audit log of the organisation')
  const withFilters = (command: Command) =>
    command
      .option('--user <text>', 'part of a login or a name')
      .addOption(new Option('--deed <event>').choices(auditEvents))
      .option('--since <day>', 'the first day, such as 2026-03-01', dayOf)
      .option('--until <day>', 'the day after the last one', dayOf)

  withFilters(audit.command('list').description('lists events, newest first'))
    .option('--limit <n>', 'events to list', rowCount, 50)
    .action(
      withSession(async (session, question: Filters & { limit: number }) => {
        const actor = await session.administrator()
        const { rows, names } = await readAudit(session, actor, question)
        const entries = rows.map((row) => presentAudit(row, { ...names, enterpriseId: actor.enterprise.id }))
        const lines = entries.map((each) => [
          new Date(each.time * 1000).toISOString(),
          each.deed,
          each.user?.login ?? '',
          each.item?.name ?? '',
          each.subject,
        ])
        session.print(entries, table(lines))
      }),
    )
  withFilters(audit.command('export').description('prints the newest 50,000 events as CSV')).action(
    withSession(async (session, question: Filters) => {
      const actor = await session.administrator()
      const { rows, names } = await exportAudit(session, actor, question)
      const entries = rows.map((row) => presentAudit(row, { ...names, enterpriseId: actor.enterprise.id }))
      session.print(entries, presentAuditTable(entries))
    }),
  )
}

interface Filters {
  user?: string
  deed?: AuditEvent
  since?: Date
  until?: Date
}
