import type { Command } from 'commander'
import { acceptSealingKey } from '../../crypto/secrets'
import { UsageError } from '../usageError'
import { withSession } from '../session'

export function addSealingKeyCommands(program: Command): void {
  const key = program.command('sealing-key').description('the key that encrypts stored secrets (SEALING_KEY)')

  key
    .command('accept')
    .description('makes the key of this server the key of the database, after the former key was lost')
    .option('--yes', 'the secrets that the former key encrypted stay unreadable')
    .action(
      withSession(async (session, { yes }: { yes?: boolean }) => {
        if (!yes)
          throw new UsageError('Secrets that the former key encrypted stay unreadable. Add --yes if it is lost.')
        await acceptSealingKey(session.db, session.config)
        session.print({ accepted: true }, 'The database now expects the key of this server.')
      }),
    )
}
