import type { Command } from 'commander'
import { withConverters } from '../../previews/outside'
import { openContentCheck } from '../../remote/contentCheck'
import { saveLogo } from '../../services/enterprise/logos'
import { readNamed } from '../readNamed'
import { withSession, type Session } from '../session'

/** A service that does not answer is a refusal, which the command prints. */
const noLog = { warn: () => undefined }

/** The two logos of the organisation. */
export function addLogoCommands(program: Command): void {
  const logo = program.command('logo').description('the logos of the organisation, for light and for dark grounds')
  logo
    .command('set <file>')
    .description('sets the logo: a PNG, JPEG or WebP')
    .option('--dark', 'the logo for dark grounds')
    .action(
      withSession(async (session, file: string, { dark = false }: { dark?: boolean }) => {
        await save(session, await readNamed(file), dark)
        session.print({ success: true }, 'Changed.')
      }),
    )
  logo
    .command('remove')
    .description('removes the logo')
    .option('--dark', 'the logo for dark grounds')
    .action(
      withSession(async (session, { dark = false }: { dark?: boolean }) => {
        await save(session, null, dark)
        session.print({ success: true }, 'Removed.')
      }),
    )
}

async function save(session: Session, picture: Buffer | null, isDark: boolean): Promise<void> {
  const { config } = session
  const actor = await session.administrator()
  const contentCheck = openContentCheck({ config, log: noLog })
  await withConverters(config.dataFolder, (previews) =>
    saveLogo({ ...session, previews, contentCheck }, actor, { picture, isDark }),
  )
}
