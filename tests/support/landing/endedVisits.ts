import type { PhraseKey } from '@/i18n/Phrase'
import type { ShareLink } from '@/contract/shares/shares'
import type { ItemRow, UserRow } from '../../../server/database/tables'
import { savePolicy } from '../../../server/queries/shares/policies'
import { client, type Client } from '../client'
import type { factories } from '../factories'
import { freeEnterprise, previewOf } from '../shares/linkWorld'
import { photo } from '../samples/samples'
import { makeLink, Visitor } from '../shares/shares'
import type { TestServer } from '../testServer'

interface Site {
  server: TestServer
  make: ReturnType<typeof factories>
}

interface Visited {
  link: ShareLink
  folder: ItemRow
  picture: ItemRow
  me: Client
  colleague: UserRow
}

interface Ending {
  /** The message that the visitor then reads. */
  title: PhraseKey<'visit'>
  settings?: Parameters<typeof makeLink>[2]
  /** The link names only the visitor. */
  isForColleague?: boolean
  happens(site: Site, visited: Visited): Promise<unknown>
}

/** Events that end a visit while the visitor views a shared folder, which contains a folder `原图` and a picture `合影.jpg`. */
export const endings: Record<string, Ending> = {
  closed: {
    title: 'visit.denied.closed.title',
    happens: (_, { me, link }) => me.call('POST /apps/share_links/close', { share_link_ids: [link.id] }),
  },
  expired: {
    title: 'visit.denied.expired.title',
    happens: ({ server }, { link }) =>
      server.deps.db
        .updateTable('share_links')
        .set({ due_at: new Date(Date.now() - 1000) })
        .where('id', '=', link.id)
        .execute(),
  },
  'used up': {
    title: 'visit.denied.limit.title',
    settings: { is_preview_limit: true, preview_limit: 1, disable_download: true },
    async happens({ server }, { link, picture }) {
      const other = new Visitor(server.url, link.unique_name)
      await other.open()
      await previewOf(other, picture)
    },
  },
  deleted: {
    title: 'visit.notFound.title',
    happens: (_, { me, folder }) => me.call('POST /apps/files/delete', { item_typed_ids: [`folder_${folder.id}`] }),
  },
  'withdrawn from the visitor': {
    title: 'visit.denied.forbidden.title',
    settings: { access: 'collaborators' },
    isForColleague: true,
    happens: ({ server }, { link }) =>
      server.deps.db.deleteFrom('share_link_receivers').where('link_id', '=', link.id).execute(),
  },
  'forbidden by the enterprise': {
    title: 'visit.notFound.title',
    happens: ({ server }, { colleague }) =>
      savePolicy(server.deps.db, colleague.enterprise_id, { is_share_link_public_access_disabled: true }),
  },
}

/** Creates a link of a folder and its visitor, null without an account. */
export async function beforeEnding(
  site: Site,
  { settings, isForColleague }: Ending,
): Promise<Visited & { visitor: UserRow | null }> {
  const { make, server } = site
  const enterprise = await freeEnterprise(site)
  const [user, colleague] = [await make.user({ enterprise }), await make.user({ enterprise })]
  const me = await client(server).as(user.login)
  const folder = await make.folder({ owner: user }, { name: '校园开放日' })
  await make.folder({ parent: folder }, { name: '原图' })
  const picture = await make.file({ parent: folder }, { name: '合影.jpg', content: await photo() })
  const input = { ...settings, ...(isForColleague && { invited_user_ids: [colleague.id] }) }
  const link = await makeLink(me, folder, input)
  return { link, folder, picture, me, colleague, visitor: isForColleague ? colleague : null }
}
