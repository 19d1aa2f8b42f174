import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { Command, CommanderError } from 'commander'
import { addOrganisationCommands } from '../../../server/admin/commands/organisation'
import { addPeopleCommands } from '../../../server/admin/commands/people'
import { addPlaceCommands } from '../../../server/admin/commands/places'
import { addRecordCommands } from '../../../server/admin/commands/records'

/** A command line that does nothing but check names, arguments and options. */
function checker(): Command {
  const program = new Command('admin').option('--as <login>').option('--json').exitOverride()
  program.configureOutput({ writeOut: () => undefined, writeErr: () => undefined })
  for (const add of [addOrganisationCommands, addPeopleCommands, addPlaceCommands, addRecordCommands]) add(program)
  const disarm = (command: Command) => {
    if (command.commands.length === 0) command.action(() => undefined)
    command.commands.forEach(disarm)
  }
  disarm(program)
  return program
}

/** Every `npm run admin -- …` of a text, as arguments. */
function commandsIn(text: string): string[][] {
  const lines = text.replaceAll(/\\\n\s*/g, ' ')
  return [...lines.matchAll(/npm run admin -- ([^`\n]+)/g)].map(([, line]) =>
    [...line!.split(/ [>|&]/)[0]!.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!),
  )
}

for (const guide of ['README.md', 'docs/admin.md', 'docs/admin.zh-CN.md', 'docs/deploy.md', 'docs/embed.md'])
  test(`[ADM-13] every command in ${guide} exists with its arguments and options`, async () => {
    const commands = commandsIn(await readFile(guide, 'utf8'))
    assert.ok(commands.length > 0, guide)
    for (const given of commands) {
      try {
        await checker().parseAsync(given, { from: 'user' })
      } catch (error) {
        const { exitCode, message } = error as CommanderError
        assert.equal(exitCode, 0, `${given.join(' ')}: ${message}`)
      }
    }
  })
