import { Option, type Command } from 'commander'
import type { UserActor } from '../../actors/actor'
import { presentOverseenCollect } from '../../presenters/fileRequests'
import { presentShareLink } from '../../presenters/shares/link'
import { presentReport } from '../../presenters/shares/report'
import type { LinkView } from '../../queries/shares/links'
import { closeCollectOf, enterpriseCollects, reopenCollectOf } from '../../services/fileRequests/oversight'
import { decideLinks } from '../../services/shares/approval'
import { closeLinks, reopenLink } from '../../services/shares/changes'
import { enterpriseLinks, type LinksAsked } from '../../services/shares/lists'
import { reportsOf } from '../../services/shares/reports'
import { wholeNumber } from '../optionValues'
import { pageAddress, personNamed, table, withSession, type Session } from '../session'
import { withEncrypter } from '../withMessengers'

interface Filters {
  search?: string
  state?: 'open' | 'ended'
  owner?: string
  offset: number
}

/** Everything that the organisation shares and collects by links. */
export function addSharingCommands(program: Command): void {
  const sharing = program.command('sharing').description('links of everybody in the organisation, and reports of links')
  withFilters(sharing.command('list').description('lists links, newest first, 25 at a time'))
    .addOption(
      new Option('--only <kind>').choices([
        'without_password',
        'without_expiry',
        'closed',
        'waiting',
      ] satisfies NonNullable<LinksAsked['only']>[]),
    )
    .action(
      withSession(async (session, { only, ...given }: Filters & Pick<LinksAsked, 'only'>) => {
        const actor = await session.administrator()
        const asked = { ...(await questionOf(session, actor, given)), only }
        const { links, total } = await enterpriseLinks(await withEncrypter(session), actor, asked)
        const shown = links.map((link) => present(session, link))
        const rows = shown.map((each) => [
          String(each.id),
          each.state,
          String(each.visit_count),
          each.owner.name,
          each.url,
          each.item.name,
        ])
        session.print(
          { share_links: shown, total_count: total },
          table([['id', 'state', 'visits', 'owner', 'address', 'item'], ...rows]),
        )
      }),
    )
  const onLinks = (
    name: string,
    about: string,
    done: string,
    run: (ports: Awaited<ReturnType<typeof withEncrypter>>, actor: UserActor, ids: number[]) => Promise<LinkView[]>,
  ) =>
    sharing
      .command(name)
      .description(about)
      .action(
        withSession(async (session, given: string | string[]) => {
          const ids = [given].flat().map(wholeNumber)
          const links = await run(await withEncrypter(session), await session.administrator(), ids)
          session.print({ share_links: links.map((link) => present(session, link)) }, `${done} ${links.length}.`)
        }),
      )
  onLinks('close <ids...>', 'closes links; their makers cannot reopen them', 'Closed', closeLinks)
  onLinks('reopen <id>', 'reopens a link that an administrator closed', 'Reopened', async (ports, actor, [id]) => [
    await reopenLink(ports, actor, id!),
  ])
  onLinks('approve <ids...>', 'approves links that wait for it', 'Approved', (ports, actor, ids) =>
    decideLinks(ports, actor, ids, true),
  )
  onLinks('refuse <ids...>', 'refuses links that wait for an approval', 'Refused', (ports, actor, ids) =>
    decideLinks(ports, actor, ids, false),
  )
  sharing
    .command('reports')
    .description('lists reports of links, newest first, 25 at a time')
    .option('--offset <n>', 'reports to skip', wholeNumber, 0)
    .action(
      withSession(async (session, { offset }: { offset: number }) => {
        const { reports, total } = await reportsOf(session, await session.administrator(), offset)
        const shown = reports.map(presentReport)
        const rows = shown.map(({ at, reason, share_link: link, text }) => [
          new Date(at * 1000).toISOString(),
          String(link.id),
          link.state,
          reason,
          link.item_name,
          text,
        ])
        session.print(
          { reports: shown, total_count: total },
          table([['time', 'link', 'state', 'reason', 'item', 'text'], ...rows]),
        )
      }),
    )
  addCollectingCommands(program.command('collecting').description('collecting links of everybody in the organisation'))
}

function addCollectingCommands(collecting: Command): void {
  const shownBy = (session: Session) => (view: Parameters<typeof presentOverseenCollect>[0]) =>
    presentOverseenCollect(view, addressOf(session))
  withFilters(collecting.command('list').description('lists collecting links, newest first, 25 at a time')).action(
    withSession(async (session, given: Filters) => {
      const actor = await session.administrator()
      const { collects, total } = await enterpriseCollects(session, actor, await questionOf(session, actor, given))
      const shown = collects.map(shownBy(session))
      const rows = shown.map((each) => [
        String(each.id),
        each.state,
        String(each.file_count),
        each.owner.name,
        each.url,
        each.title,
      ])
      session.print(
        { collects: shown, total_count: total },
        table([['id', 'state', 'files', 'owner', 'address', 'title'], ...rows]),
      )
    }),
  )
  for (const [name, about, done, run] of [
    ['close', 'closes a collecting link; its maker cannot reopen it', 'Closed.', closeCollectOf],
    ['reopen', 'reopens a collecting link', 'Reopened.', reopenCollectOf],
  ] as const)
    collecting
      .command(`${name} <id>`)
      .description(about)
      .action(
        withSession(async (session, id: string) => {
          const view = await run(session, await session.administrator(), wholeNumber(id))
          session.print({ collect: shownBy(session)(view) }, done)
        }),
      )
}

function withFilters(command: Command): Command {
  return command
    .option('--search <text>', 'part of a name, of a title or of the owner’s name')
    .addOption(new Option('--state <state>').choices(['open', 'ended']))
    .option('--owner <login>', 'links of one person')
    .option('--offset <n>', 'links to skip', wholeNumber, 0)
}

async function questionOf({ db }: Session, actor: UserActor, { search, state, owner, offset }: Filters) {
  return {
    search_string: search,
    state,
    owner_id: owner === undefined ? undefined : await personNamed(db, actor, owner),
    offset,
  }
}

const addressOf = ({ config }: Session) => ({ baseUrl: pageAddress(config, '') })

/** A link as the console shows it. Passwords of own links are left out: output of commands ends in files. */
function present(session: Session, view: LinkView) {
  const { password: _password, ...shown } = presentShareLink(view, addressOf(session))
  return shown
}
