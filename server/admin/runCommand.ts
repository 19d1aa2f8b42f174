import { Command, CommanderError } from 'commander'
import { wordError } from '@/i18n/errors'
import { Refused } from '../errors'
import { VERSION } from '../config/version'
import { addApplicationCommands } from './commands/applications'
import { addBackupCommands } from './commands/backup'
import { addCheckCommands } from './commands/check'
import { addDirectoryCommands } from './commands/directory'
import { addLogoCommands } from './commands/logo'
import { addOrganisationCommands } from './commands/organisation'
import { addOverviewCommands } from './commands/overview'
import { addPeopleCommands } from './commands/people'
import { addPersonalCommands } from './commands/personal'
import { addPlaceCommands } from './commands/places'
import { addRecordCommands } from './commands/records'
import { addSealingKeyCommands } from './commands/sealingKey'
import { addSharingCommands } from './commands/sharing'
import { addSignOnCommands } from './commands/signOn'
import { UsageError } from './usageError'

/** 0: done, 1: refused or failed, 2: the command line is wrong. */
const codes = { failed: 1, usage: 2 }

/** Runs one command. @param argv as `process.argv` @returns its exit code; 0 also if the command set one itself (`failWith`) */
export async function runCommand(argv: readonly string[]): Promise<number> {
  const isJson = argv.includes('--json')
  const program = new Command('admin')
    .description(
      'Administers organisations of this server, running or not. Runs with the settings of the server (docs/deploy.md). Without DATA_DIR, finds the data of npm start or npm start -- --empty.',
    )
    .version(VERSION)
    .option('--as <login>', 'the administrator who acts; default: the only owner')
    .option('--json', 'prints results and errors as JSON')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError(!isJson)
    .configureOutput({
      outputError: (text, write) =>
        write(isJson ? `${JSON.stringify({ error: 'usage', message: text.replace(/^error: /, '').trim() })}\n` : text),
    })
    .addHelpText('after', '\nExit codes: 0 done, 1 refused or failed, 2 wrong command line.')
    .exitOverride()
  const commands = [
    addOrganisationCommands,
    addPeopleCommands,
    addPersonalCommands,
    addPlaceCommands,
    addSharingCommands,
    addLogoCommands,
    addOverviewCommands,
    addSignOnCommands,
    addDirectoryCommands,
    addRecordCommands,
    addSealingKeyCommands,
    addApplicationCommands,
    addBackupCommands,
    addCheckCommands,
  ]
  for (const add of commands) add(program)
  try {
    await program.parseAsync([...argv])
    return 0
  } catch (error) {
    return report(error, isJson)
  }
}

function report(error: unknown, isJson: boolean): number {
  // Commander has printed its own message.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : codes.usage
  const isUsage = error instanceof UsageError
  const message =
    error instanceof Refused ? wordError(error.code, 'en', 'default', error.detail.params) : (error as Error).message
  const code = error instanceof Refused ? error.code : isUsage ? 'usage' : 'failed'
  console.error(isJson ? JSON.stringify({ error: code, message }) : message)
  return isUsage ? codes.usage : codes.failed
}
