import type { Command } from 'commander'
import {
  listPersonalAccounts,
  resetPersonalPassword,
  setPersonalActive,
} from '../../services/administration/personalAccounts'
import { rowCount, wholeNumber } from '../optionValues'
import { pageAddress, table, withSession } from '../session'

/** Personal accounts have no administrator, so these commands need none. */
export function addPersonalCommands(program: Command): void {
  const personal = program.command('personal').description('registered personal accounts (REGISTRATION=personal)')

  personal
    .command('list')
    .description('lists personal accounts, the newest first')
    .option('--search <text>', 'part of a login or a name', '')
    .option('--offset <n>', 'accounts to skip', wholeNumber, 0)
    .option('--limit <n>', 'accounts to list', rowCount, 50)
    .action(
      withSession(async (session, page: { search: string; offset: number; limit: number }) => {
        const { accounts, total } = await listPersonalAccounts(session, page)
        const rows = accounts.map((each) => [each.login, each.is_active ? 'active' : 'deactivated', each.name])
        session.print({ accounts, total_count: total }, table([['login', 'state', 'name'], ...rows]))
      }),
    )

  personal
    .command('reset-password <login>')
    .description('ends the password and all sessions, and prints a one-time link')
    .action(
      withSession(async (session, login: string) => {
        const { token, expiresAt } = await resetPersonalPassword(session, login)
        const url = pageAddress(session.config, `/welcome#${token}`)
        session.print({ url, expires_at: expiresAt }, `Valid once, for 72 hours:\n${url}`)
      }),
    )

  for (const [name, isActive, description, done] of [
    ['deactivate', false, 'ends all access of an account and closes its links; the files stay', 'is deactivated'],
    ['restore', true, 'lets a deactivated account sign in again', 'can sign in again'],
  ] as const)
    personal
      .command(`${name} <login>`)
      .description(description)
      .action(
        withSession(async (session, login: string) => {
          const changed = await setPersonalActive(session, login, isActive)
          session.print({ changed }, `${login} ${done}.`)
        }),
      )
}
