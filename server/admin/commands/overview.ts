import type { Command } from 'commander'
import type { Overview } from '@/contract/administration/policies'
import { findPrograms, kindsOf, namesOf } from '../../previews/programs'
import { openCodeSender } from '../../remote/CodeSender'
import { readOverview } from '../../services/administration/overview'
import { table, withSession } from '../session'

/** Whether codes can be sent is asked; none is sent. */
const noLog = { info: () => undefined }

/** The figures of the organisation. */
export function addOverviewCommands(program: Command): void {
  program
    .command('overview')
    .description('prints the figures of the organisation, and what the server has')
    .action(
      withSession(async (session) => {
        const { config } = session
        const actor = await session.administrator()
        const names = namesOf(await findPrograms(config))
        const previews = { programs: kindsOf((name) => names.includes(name)) }
        const codeSender = openCodeSender(config, noLog)
        const overview = await readOverview({ ...session, previews, codeSender }, actor)
        session.print(overview, textOf(overview))
      }),
    )
}

function textOf({ people, storage, links, configured, ...others }: Overview): string {
  const { history: _history, largest, ...used } = storage
  const rowsOf = (group: string, values: object) =>
    Object.entries(values).map(([name, value]) => [`${group}${name}`, String(value)])
  return table([
    ...rowsOf('people.', people),
    ...rowsOf('storage.', used),
    ...largest.map(({ name, used_bytes: bytes }) => ['storage.largest', `${bytes} ${name}`]),
    ...rowsOf('links.', links),
    ...rowsOf('configured.', configured),
    ...rowsOf('', others),
  ])
}
