import { basename } from 'node:path'
import type { Command } from 'commander'
import type { ImportReport } from '@/contract/administration/import'
import { presentImport } from '../../presenters/administration/import'
import { withConverters } from '../../previews/outside'
import { checkImport, importTemplate, runImport } from '../../services/administration/import/imports'
import { makeImportLinks } from '../../services/administration/import/links'
import { readNamed } from '../readNamed'
import { failWith, pageAddress, table, withSession } from '../session'

interface ImportOptions {
  dryRun?: boolean
  skipFaulty?: boolean
  createMissing: boolean
  links: boolean
}

const words = { language: 'en', wording: 'default' } as const

/** @param person the commands on people */
export function addImportCommands(person: Command): void {
  person
    .command('import <file>')
    .description('imports people from a CSV or XLSX file, and prints one-time links for new people')
    .option('--dry-run', 'prints what the file would change; changes nothing')
    .option('--skip-faulty', 'imports all but the faulty lines; without it, a fault prevents the import')
    .option('--no-create-missing', 'departments and groups that do not exist are faults')
    .option('--no-links', 'makes no one-time links')
    .addHelpText('after', '\nExit code 1: the file has faults. Without --skip-faulty nothing is imported then.')
    .action(
      withSession(async (session, file: string, options: ImportOptions) => {
        const { config, print } = session
        const actor = await session.administrator()
        const bytes = await readNamed(file)
        const checked = await withConverters(config.dataFolder, (tables) =>
          checkImport({ ...session, tables }, actor, {
            fileName: basename(file),
            bytes,
            createsMissing: options.createMissing,
          }),
        )
        const report = presentImport(checked, words)
        const isFaulty = report.fault_count > 0
        if (options.dryRun || (isFaulty && !options.skipFaulty)) {
          print(report, textOf(report, options.dryRun ? 'would be' : null))
          if (isFaulty) failWith(1)
          return
        }
        const asked = { id: report.id, skipsFaulty: options.skipFaulty ?? false }
        const done = presentImport(await runImport(session, actor, asked), words)
        const made = options.links ? await makeImportLinks(session, actor, done.id) : null
        const links = (made?.links ?? []).map(({ token, ...person }) => ({
          ...person,
          url: pageAddress(config, `/welcome#${token}`),
        }))
        const rows = links.map(({ login, name, url }) => [login, name, url])
        const said =
          made && rows.length > 0
            ? `\nOne-time links, valid until ${made.expiresAt.toISOString()}:\n${table(rows)}`
            : ''
        print({ ...done, links, expires_at: made?.expiresAt ?? null }, `${textOf(done, 'were')}${said}`)
        if (done.fault_count > 0) failWith(1)
      }),
    )

  person
    .command('import-template')
    .description('prints an empty CSV file with the headings of an import')
    .action(
      withSession(async (session) => {
        const actor = await session.administrator()
        const made = importTemplate(actor, actor.enterprise.language, actor.enterprise.wording)
        session.print(made, made.content)
      }),
    )
}

/** @param verb null: nothing was imported */
function textOf(report: ImportReport, verb: 'would be' | 'were' | null): string {
  const faults = report.faults.map(({ line, login, name, column, value, reason }) => [
    `line ${line}`,
    login,
    name,
    column,
    value,
    reason,
  ])
  const counts = [
    `${report.new_count} added`,
    `${report.changed_count} changed`,
    `${report.unchanged_count} unchanged`,
    `${report.faulty_line_count} faulty`,
  ].join(', ')
  return [
    verb === null ? 'Nothing was imported, because lines have faults.' : `People ${verb}: ${counts}.`,
    ...(verb !== null && report.departments.length > 0
      ? [`Departments created: ${report.departments.join(', ')}`]
      : []),
    ...(verb !== null
      ? report.namesakes.map(
          ({ department, existing }) => `Department ${department} is new. The name exists as ${existing.join(', ')}.`,
        )
      : []),
    ...(verb !== null && report.groups.length > 0 ? [`Groups created: ${report.groups.join(', ')}`] : []),
    ...(faults.length > 0 ? [table(faults)] : []),
  ].join('\n')
}
