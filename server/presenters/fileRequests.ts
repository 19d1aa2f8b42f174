import type {
  FileRequestInfo,
  FileRequestLink,
  FileRequestPerson,
  FileRequestState,
  Contributor,
  OverseenFileRequest,
} from '@/contract/fileRequests'
import { withoutDirections } from '@/domain/items/naming'
import type { Configuration } from '../config/configuration'
import { secondsOf } from '../time/clock'
import type { CollectDetail, NamedCollect } from '../queries/fileRequests/requests'
import type { CollectFileRow, CollectPersonRow, PersonDetail } from '../queries/fileRequests/people'

/** A link as its maker sees it. */
export function presentCollect(
  { link, state }: { link: CollectDetail; state: FileRequestState },
  { baseUrl }: Pick<Configuration, 'baseUrl'>,
): FileRequestLink {
  return {
    id: link.id,
    unique_name: link.unique_name,
    url: `${baseUrl ?? ''}/collect/${link.unique_name}`,
    folder: link.folder_id === null ? null : { id: link.folder_id, name: withoutDirections(link.folder_name ?? '') },
    title: link.title,
    text: link.text,
    due_time: dueOf(link),
    kinds: link.kinds,
    is_listed_only: link.is_listed_only,
    state,
    closed_by_administrator: link.closed_by_administrator,
    created: secondsOf(link.created_at),
    listed_count: link.listed_count,
    listed_done_count: link.listed_done_count,
    done_count: link.done_count,
    file_count: link.file_count,
    remindable_count: link.remindable_count,
    reminded: link.all_reminded_at && secondsOf(link.all_reminded_at),
  }
}

/** A link as the owners and auditors of the enterprise see it. */
export function presentOverseenCollect(
  view: { link: CollectDetail; state: FileRequestState },
  config: Pick<Configuration, 'baseUrl'>,
): OverseenFileRequest {
  return { ...presentCollect(view, config), owner: { id: view.link.maker_id, name: view.link.maker_name } }
}

/** A contributor as the link's maker sees them. @param pictures addresses of small pictures, by item */
export function presentPerson(person: PersonDetail, pictures: ReadonlyMap<number, string | null>): FileRequestPerson {
  return {
    id: person.id,
    name: person.name,
    is_listed: person.is_listed,
    is_user: person.user_id !== null,
    is_claimed: person.claimed_at !== null,
    opened: person.opened_at && secondsOf(person.opened_at),
    reminded: person.reminded_at && secondsOf(person.reminded_at),
    files: person.files.map(({ item_id: id, name, extension, size, at }) => ({
      typed_id: `file_${id}`,
      name: withoutDirections(name),
      extension,
      size,
      at: secondsOf(new Date(at)),
      ...withPicture(pictures.get(id)),
    })),
  }
}

function withPicture(thumbnail: string | null | undefined): { thumbnail?: string } {
  return typeof thumbnail === 'string' ? { thumbnail } : {}
}

/** A link as anybody with its address sees it. @param people empty while the link accepts nothing */
export function presentCollectInfo(
  link: NamedCollect,
  {
    state,
    people,
    userId,
  }: { state: FileRequestInfo['state']; people: readonly CollectPersonRow[]; userId: number | null },
): FileRequestInfo {
  return {
    title: link.title,
    text: link.text,
    owner_name: link.maker_name,
    due_time: dueOf(link),
    kinds: link.kinds,
    is_listed_only: link.is_listed_only,
    state,
    names: people
      .filter((each) => each.is_listed)
      .map(({ id, name, user_id }) => ({ id, name, is_user: user_id !== null })),
    suggested_id: (userId !== null && people.find((each) => each.user_id === userId)?.id) || null,
  }
}

/** A contributor as they see themselves. */
export function presentContributor({ name, files }: { name: string; files: readonly CollectFileRow[] }): Contributor {
  return { name, files: files.map(({ id, name, size, at }) => ({ id, name, size, at: secondsOf(at) })) }
}

function dueOf({ due_at: due }: NamedCollect): number {
  return due === null ? 0 : secondsOf(due)
}
