import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { Command, type CommanderError } from 'commander'
import { tsImport } from 'tsx/esm/api'

const folder = 'server/admin/commands'

/** Every function that adds commands to the command line. */
async function additions(): Promise<((program: Command) => void)[]> {
  const modules = (await readdir(folder)).map(
    (name) => tsImport(path.resolve(folder, name), import.meta.url) as Promise<Record<string, unknown>>,
  )
  return (await Promise.all(modules)).flatMap((module) =>
    Object.entries(module).flatMap(([name, add]) => (/^add\w+Commands$/.test(name) ? [add as () => void] : [])),
  )
}

/** A command line that does nothing but check names, arguments and options. */
function checker(adds: readonly ((program: Command) => void)[]): Command {
  const program = new Command('admin').option('--as <login>').option('--json').exitOverride()
  program.configureOutput({ writeOut: () => undefined, writeErr: () => undefined })
  for (const add of adds) add(program)
  const disarm = (command: Command) => {
    if (command.commands.length === 0) command.action(() => undefined)
    command.commands.forEach(disarm)
  }
  disarm(program)
  return program
}

/** Every `npm run admin -- …` of a text, also with `-s`, as arguments. */
function commandsIn(text: string): string[][] {
  const lines = text.replaceAll(/\\\n\s*/g, ' ')
  return [...lines.matchAll(/npm run (?:-s )?admin -- ([^`\n…]+)/g)].map(([, line]) =>
    [...line!.split(/ [>|&]/)[0]!.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!),
  )
}

const adds = await additions()

for (const guide of [
  'README.md',
  'docs/admin.md',
  'docs/admin.zh-CN.md',
  'docs/deploy.md',
  'docs/embed.md',
  'docs/open-platform.md',
])
  test(`[ADM-13] every command in ${guide} exists with its arguments and options`, async () => {
    const commands = commandsIn(await readFile(guide, 'utf8'))
    assert.ok(commands.length > 0, guide)
    for (const given of commands) {
      try {
        await checker(adds).parseAsync(given, { from: 'user' })
      } catch (error) {
        const { exitCode, message } = error as CommanderError
        assert.equal(exitCode, 0, `${given.join(' ')}: ${message}`)
      }
    }
  })
