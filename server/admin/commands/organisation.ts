import { Option, type Command } from 'commander'
import { inTransaction } from '../../database/transaction'
import { removeDemo } from '../../demo/removeDemo'
import { enterpriseRows } from '../../queries/enterprise/enterprises'
import { createOrganisation } from '../../services/administration/organisations'
import { makeSetupToken } from '../../services/administration/setup'
import { makeSignInLink } from '../../services/session/oneTimeLinks'
import { withStorage } from '../openStorage'
import { readNamed } from '../readNamed'
import { pageAddress, table, withSession } from '../session'
import { UsageError } from '../usageError'

interface NewOrganisationOptions {
  name: string
  kind: 'company' | 'school'
  language: 'zh-CN' | 'en' | 'zh-TW'
  administrator: string
  administratorName?: string
  departments?: string
}

export function addOrganisationCommands(program: Command): void {
  const organisation = program.command('organisation').description('organisations of this server')

  organisation
    .command('create')
    .description('creates an organisation and prints a one-time sign-in link for its first owner')
    .requiredOption('--name <name>', 'the name of the organisation')
    .requiredOption('--administrator <login>', 'the login of the first owner')
    .option('--administrator-name <name>', 'the name of the first owner; default: the login')
    .addOption(new Option('--kind <kind>', 'decides the wording').choices(['company', 'school']).default('company'))
    .addOption(new Option('--language <language>').choices(['zh-CN', 'en', 'zh-TW']).default('zh-CN'))
    .option('--departments <file>', 'a text file with a department per line; indents make the tree')
    .action(
      withSession(async ({ db, clock, config, print }, options: NewOrganisationOptions) => {
        const departments =
          options.departments === undefined ? undefined : (await readNamed(options.departments)).toString()
        const made = await inTransaction(db, async (transaction) => {
          const { enterprise, owner } = await createOrganisation(
            transaction,
            {
              name: options.name,
              kind: options.kind,
              language: options.language,
              departments,
              administrator: {
                login: options.administrator,
                name: options.administratorName ?? options.administrator,
                passwordHash: null,
              },
            },
            clock(),
          )
          return { enterprise, owner, link: await makeSignInLink(transaction, owner.id, clock()) }
        })
        const url = pageAddress(config, `/welcome#${made.link.token}`)
        print(
          { organisation_id: made.enterprise.id, user_id: made.owner.id, url, expires_at: made.link.expiresAt },
          `${made.enterprise.name} exists. ${made.owner.login} signs in once by this link, which is valid for 72 hours:\n${url}`,
        )
      }),
    )

  organisation
    .command('list')
    .description('lists the organisations')
    .action(
      withSession(async ({ db, print }) => {
        const rows = await enterpriseRows(db)
        print(rows, table(rows.map((row) => [String(row.id), row.name, `${row.people ?? 0} people`])))
      }),
    )

  program
    .command('demo')
    .description('the demo world')
    .command('remove')
    .description('removes the demo world for good, with everything in it')
    .option('--yes', 'required: nothing brings the demo world back')
    .action(
      withSession(async ({ db, clock, config, print }, options: { yes?: boolean }) => {
        if (options.yes !== true) throw new UsageError('This removes the demo world for good. Add --yes to do it.')
        const removed = await withStorage({ db, config }, (storage) => removeDemo({ db, storage, clock }))
        const token = await makeSetupToken({ db, clock })
        const url = token === null ? null : pageAddress(config, `/setup#${token}`)
        const said = removed === 0 ? 'There is no demo world.' : `Removed ${removed} organisations of the demo world.`
        print({ removed, set_up: url }, url === null ? said : `${said}\nSet up: ${url}`)
      }),
    )
}
