import type { Command } from 'commander'
import type { AuditEvent } from '@/contract/audit'
import { presentAudit, presentAuditTable } from '../../presenters/audit'
import { exportAudit, readAudit } from '../../services/audit'
import { table, withSession } from '../session'

/** The audit log. */
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
}
